import { MutationCache, QueryClient } from "@tanstack/react-query";

/**
 * Everything in the cache stays good until an event says otherwise: nothing is asked again by a timer, by the window
 * coming to the front, or because the browser believes the network changed. Failures are shown, not repeated: the
 * backend has already retried what may be retried.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new LastTries(),
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

/**
 * Keeps the last try of each piece of work, for as long as the window lives: where something was refused says so until
 * it is tried again or dismissed. What was tried before that is forgotten, with what came of it.
 */
class LastTries extends MutationCache {
  constructor() {
    super({
      onMutate: (_input, begun) => {
        const { mutationKey } = begun.options;
        if (!mutationKey) return;
        for (const earlier of this.findAll({ mutationKey, exact: true })) {
          const isOver = earlier.state.status === "success" || earlier.state.status === "error";
          if (earlier !== begun && isOver) this.remove(earlier);
        }
      },
    });
  }
}
