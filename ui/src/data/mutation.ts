import {
  type MutationKey,
  type MutationOptions,
  type QueryClient,
  useIsMutating,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import type { About } from "./resolvedErrors";

/** A mutation with a key, so that it is not started again while it runs. */
export interface MutationSpec<Result, Input> {
  key: MutationKey;
  /** What it is about: its error is cleared when that is deleted. */
  about?: About;
  /** It changes nothing that a list shows. */
  reads?: true;
  /** Started again while it runs, it is queued; otherwise the second start does nothing. */
  inTurn?: true;
  run(input: Input, client: QueryClient): Promise<Result>;
  /** Puts the result into the query cache, so that it shows before the events of the change arrive. */
  onSuccess?(result: Result, input: Input, client: QueryClient): void;
}

/** As options for `useMutation`, for a form that shows its own pending state and error. */
function mutationOf<Result, Input>(
  spec: MutationSpec<Result, Input>,
  client: QueryClient,
): MutationOptions<Result, Error, Input> & { mutationKey: MutationKey } {
  return {
    mutationKey: spec.key,
    meta: { ...(spec.about && { about: spec.about }), ...(spec.reads && { reads: true }) },
    mutationFn: (input: Input) => spec.run(input, client),
    ...(spec.inTurn && { scope: { id: spec.key.join("/") } }),
    onSuccess: (result: Result, input: Input) => spec.onSuccess?.(result, input, client),
  };
}

/**
 * Starts it from outside of a component. While the same work runs, a second start does nothing and resolves to `undefined`,
 * or is queued for work with `inTurn`.
 */
export async function perform<Result, Input>(
  client: QueryClient,
  spec: MutationSpec<Result, Input>,
  input: Input,
): Promise<Result | undefined> {
  if (!spec.inTurn && client.isMutating({ mutationKey: spec.key, exact: true }) > 0) return undefined;
  return client.getMutationCache().build(client, mutationOf(spec, client)).execute(input);
}

/** True while work with this key runs, whichever component started it. */
export function useUnderWay(key: MutationKey): boolean {
  return useIsMutating({ mutationKey: key, exact: true }) > 0;
}

/** The error of the last try of some work, until it is tried again or cleared. */
export interface MutationFailure {
  error: Error;
  clear(): void;
}

/** The failure of the last try; with `after` only of a try that began after the one with that `mutationId`. */
export function useFailure(key: MutationKey, after = 0): MutationFailure | undefined {
  const client = useQueryClient();
  const last = useMutationState({
    filters: { mutationKey: key, exact: true },
    select: ({ state, mutationId }) => ({ error: state.error, number: mutationId }),
  }).at(-1);
  if (!last?.error || last.number <= after) return undefined;
  return { error: last.error, clear: () => forget(client, key) };
}

/** Removes all tries of some work with their errors. */
function forget(client: QueryClient, key: MutationKey): void {
  const cache = client.getMutationCache();
  for (const each of cache.findAll({ mutationKey: key, exact: true })) cache.remove(each);
}

/** The failure of a try since the component was mounted: an old one must not show in a form that was opened anew. */
export function useNewFailure(key: MutationKey): MutationFailure | undefined {
  const client = useQueryClient();
  // By number and not by time, as this machine's clock may be set back meanwhile.
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

/** One piece of work for a form or a button: starts it, and shows that it runs and why it failed since the mount. */
export function useMutationSpec<Result, Input>(spec: MutationSpec<Result, Input>) {
  const client = useQueryClient();
  const underWay = useUnderWay(spec.key);
  const failure = useNewFailure(spec.key);
  /**
   * Resolves to `undefined` when it failed; the error is in `failure`, unless `isHandled` returns true for it.
   */
  const start = async (
    input: Input,
    isHandled?: (error: unknown) => boolean,
  ): Promise<Result | undefined> => {
    try {
      return await perform(client, spec, input);
    } catch (error) {
      if (isHandled?.(error)) forget(client, spec.key);
      return undefined;
    }
  };
  return { start, underWay, failure };
}

/** The failure of the newest try of all work whose key begins with `begin`, with its key; nothing if that did not fail. */
export function useLastFailure(begin: MutationKey): (MutationFailure & { key: MutationKey }) | undefined {
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
