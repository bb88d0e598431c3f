import { serve } from "@plugwright/sdk/node";

serve(() => import("./plugin.js"));
