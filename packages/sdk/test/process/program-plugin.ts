import { serve } from "@plugwright/sdk/node";
import { programs } from "../programs/fixture.js";

serve(async () => programs);
