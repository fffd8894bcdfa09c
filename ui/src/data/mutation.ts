import {
  hashKey,
  type MutationKey,
  type MutationOptions,
  type QueryClient,
  useIsMutating,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { type Args, call, type Kind, type Operation, operationOf, type Reply } from "@/ipc/call";
import type { About } from "./resolvedErrors";

/** A mutation with a key, so that it is not started again while it runs. */
export interface MutationSpec<Result, Input> {
  key: MutationKey;
  /** The branch that the mutation changes: its error is cleared when the branch is deleted. */
  about?: About;
  /** It changes nothing that a list shows. */
  reads?: true;
  /** Started again while it runs, it is queued; otherwise the second start does nothing. */
  inTurn?: true;
  run(input: Input, client: QueryClient): Promise<Result>;
  /** The one operation that runs, where it can be shown as text. */
  operation?(input: Input): Operation;
  /** Puts the result into the query cache, so that it shows before the events of the change arrive. */
  onSuccess?(result: Result, input: Input, client: QueryClient): void;
}

/** A mutation that runs one operation. Not for an input with a secret, which must not become text. */
export interface OperationSpec<K extends Kind, Input>
  extends Omit<MutationSpec<Reply<K>, Input>, "operation"> {
  operation(input: Input): Operation<K>;
}

/**
 * Makes the mutation of an operation. `of` is the part of the operation that is known before a person types something: it is
 * the mutation's key as well, unless `options` has another one. `rest` makes the other arguments from what was typed.
 */
export function operationSpec<K extends Kind, Of extends Partial<Args<K>>, Input = void>(
  of: { kind: K } & Of,
  rest: (input: Input) => Omit<Args<K>, keyof Of>,
  options: Partial<Omit<MutationSpec<Reply<K>, NoInfer<Input>>, "run" | "operation">> = {},
): OperationSpec<K, Input> {
  const operation = (input: Input) => operationOf<K, Of>(of, rest(input));
  return { key: [of], run: (input) => call(operation(input)), operation, ...options };
}

/** Returns the options for `useMutation`. */
function mutationOf<Result, Input>(
  spec: MutationSpec<Result, Input>,
  client: QueryClient,
): MutationOptions<Result, Error, Input> & { mutationKey: MutationKey } {
  return {
    mutationKey: spec.key,
    meta: { ...(spec.about && { about: spec.about }), ...(spec.reads && { reads: true }) },
    mutationFn: (input: Input) => spec.run(input, client),
    ...(spec.inTurn && { scope: { id: hashKey(spec.key) } }),
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
  // Compares numbers and not times, because this machine's clock may be set back meanwhile.
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

/** Starts a mutation for a form or a button, and returns whether it runs and why it failed since the mount. */
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
