import type { QueryClient } from "@tanstack/react-query";
import type { Place } from "@/kit/route/place";
import type { Router } from "@/kit/route/router";

declare module "@/kit/action/action" {
  interface Tools {
    client: QueryClient;
    router: Router<Place>;
  }
}
