import { serve } from "@plugwright/sdk/node";

serve(async () => {
  throw new Error("the database library is not installed");
});
