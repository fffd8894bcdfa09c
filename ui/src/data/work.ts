import {
  type MutationKey,
  type MutationOptions,
  type QueryClient,
  useIsMutating,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import type { About } from "./causes";

/** Something that changes the world once, named so that the same work is not started twice at a time. */
export interface Work<Result, Input> {
  key: MutationKey;
  /** What it is about, where a refusal is to go when that does. */
  about?: About;
  /** Started again while it runs, it waits for its turn in place of doing nothing. */
  inTurn?: true;
  run(input: Input, client: QueryClient): Promise<Result>;
  /** Puts what came back where the window looks, before facts arrive. */
  settle?(result: Result, input: Input, client: QueryClient): void;
}

/** As options for `useMutation`, for a form that shows its own pending state and error. */
function mutationOf<Result, Input>(
  work: Work<Result, Input>,
  client: QueryClient,
): MutationOptions<Result, Error, Input> & { mutationKey: MutationKey } {
  return {
    mutationKey: work.key,
    ...(work.about && { meta: { about: work.about } }),
    mutationFn: (input: Input) => work.run(input, client),
    ...(work.inTurn && { scope: { id: work.key.join("/") } }),
    onSuccess: (result: Result, input: Input) => work.settle?.(result, input, client),
  };
}

/**
 * Runs it from an action. While the same work is under way a second start does nothing and resolves to `undefined`, or
 * waits where the work is done in turn.
 */
export async function perform<Result, Input>(
  client: QueryClient,
  work: Work<Result, Input>,
  input: Input,
): Promise<Result | undefined> {
  if (!work.inTurn && client.isMutating({ mutationKey: work.key, exact: true }) > 0) return undefined;
  return client.getMutationCache().build(client, mutationOf(work, client)).execute(input);
}

/** True while work of this name is under way, whoever started it. */
export function useUnderWay(key: MutationKey): boolean {
  return useIsMutating({ mutationKey: key, exact: true }) > 0;
}

/** What went wrong the last time this work was tried, until it is tried again or put away. */
export interface WorkFailure {
  error: Error;
  clear(): void;
}

/** The failure of the last try; with `after` only of a try that began after the one of that number. */
export function useFailure(key: MutationKey, after = 0): WorkFailure | undefined {
  const client = useQueryClient();
  const last = useMutationState({
    filters: { mutationKey: key, exact: true },
    select: ({ state, mutationId }) => ({ error: state.error, number: mutationId }),
  }).at(-1);
  if (!last?.error || last.number <= after) return undefined;
  const clear = () => {
    const cache = client.getMutationCache();
    for (const each of cache.findAll({ mutationKey: key, exact: true })) cache.remove(each);
  };
  return { error: last.error, clear };
}

/** The failure of a try since this was drawn first. */
export function useNewFailure(key: MutationKey): WorkFailure | undefined {
  const client = useQueryClient();
  // Tries are told apart by their number: this machine's clock may be set back meanwhile.
  const [before] = useState(() =>
    Math.max(
      0,
      ...client
        .getMutationCache()
        .getAll()
        .map(({ mutationId }) => mutationId),
    ),
  );
  return useFailure(key, before);
}

/** One piece of work for a form or a button: start it, see that it runs, see why it failed since the form is open. */
export function useWork<Result, Input>(work: Work<Result, Input>) {
  const client = useQueryClient();
  const underWay = useUnderWay(work.key);
  const failure = useNewFailure(work.key);
  /** Resolves to nothing when it was refused; the refusal is in `failure`. */
  const start = async (input: Input): Promise<Result | undefined> => {
    try {
      return await perform(client, work, input);
    } catch {
      return undefined;
    }
  };
  return { start, underWay, failure };
}

/** The newest failure of all work whose name begins so, with the name of what failed; of work not tried again since. */
export function useLastFailure(begin: MutationKey): (WorkFailure & { key: MutationKey }) | undefined {
  const client = useQueryClient();
  const last = useMutationState({
    filters: { mutationKey: begin },
    select: ({ state, options, mutationId }) => ({
      state,
      key: options.mutationKey ?? begin,
      number: mutationId,
    }),
  })
    .filter(({ state }) => state.status !== "idle")
    .sort((a, b) => a.number - b.number)
    .at(-1);
  if (!last?.state.error) return undefined;
  const clear = () => {
    const cache = client.getMutationCache();
    for (const each of cache.findAll({ mutationKey: begin, status: "error" })) cache.remove(each);
  };
  return { error: last.state.error, key: last.key, clear };
}
