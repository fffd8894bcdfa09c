import { QueryClient } from "@tanstack/react-query";

/**
 * Everything in the cache stays good until a fact says otherwise: nothing is asked again by a timer, by the window
 * coming to the front, or because the browser believes the network changed. Failures are shown, not repeated: the
 * backend has already retried what may be retried.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        networkMode: "always",
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: "always", retry: false, gcTime: Number.POSITIVE_INFINITY },
    },
  });
}
