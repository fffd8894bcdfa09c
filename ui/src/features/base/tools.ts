import type { QueryClient } from "@tanstack/react-query";
import type { Route } from "@/kit/route/route";
import type { Router } from "@/kit/route/router";

declare module "@/kit/action/action" {
  interface Tools {
    client: QueryClient;
    router: Router<Route>;
  }
}
