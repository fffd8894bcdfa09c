import { type Mutation, useMutationState } from "@tanstack/react-query";
import { workKeys } from "@/data/keys";
import { type Failure, useFailure } from "@/data/work";
import type { TemporaryOptions, TemporaryView } from "@/ipc/generated";
import { useActionSurroundings } from "@/kit/action/useActions";
import { ask } from "@/kit/overlay/asked";
import { createWith, createWithLastOptions } from "./create";

type Create = Mutation<TemporaryView, Error, TemporaryOptions | undefined>;

/** The create that was refused last, with the way to ask for exactly the same once more. */
export function useRefusedCreate(): (Failure & { again(): void }) | undefined {
  const { tools } = useActionSurroundings();
  const refused = useFailure(workKeys.create);
  const tried = useMutationState<TemporaryOptions | undefined, Create>({
    filters: { mutationKey: workKeys.create, exact: true },
    select: ({ state }) => state.variables,
  }).at(-1);
  if (!refused) return undefined;
  const again = async () => {
    if (!tried) return createWithLastOptions(tools);
    const next = await createWith(tried, tools);
    if (next) ask(next);
  };
  // What is refused again is shown where this was.
  return { ...refused, again: () => void again().catch(() => {}) };
}
