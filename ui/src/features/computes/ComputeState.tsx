import { useIsMutating, useMutationState } from "@tanstack/react-query";
import { LookPill, Pill } from "@/kit/data/Pill";
import { computeKey } from "./mutations";
import type { ComputeSubject } from "./subjects";
import { ASKING, computeLook } from "./words";

/** The state of a compute, or what is asked of it now: a locked project makes a request wait. */
export function ComputeState({ subject }: { subject: ComputeSubject }) {
  const { accountId, projectId, compute } = subject;
  const key = computeKey({ accountId, projectId, computeId: compute.id });
  const asking = useIsMutating({ mutationKey: key }) > 0;
  const verb = useMutationState({
    filters: { mutationKey: key, status: "pending" },
    select: ({ options }) => String(options.mutationKey?.at(-1) ?? ""),
  }).at(-1);
  const look = computeLook(compute);
  return (
    <span data-testid="compute-state" data-compute={compute.id}>
      {asking ? <Pill tone="progress">{ASKING[verb ?? ""] ?? ASKING.enable}</Pill> : <LookPill look={look} />}
    </span>
  );
}
