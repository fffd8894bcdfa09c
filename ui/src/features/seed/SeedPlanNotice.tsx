import type { SeedPlanView } from "@/ipc/generated";
import { Notice } from "@/kit/state/Notice";
import { PLAN } from "./words";

/** What an SQL file would do, before it runs. */
export function SeedPlanNotice({ plan, file }: { plan: SeedPlanView; file?: string }) {
  const { statements, bytes, transaction, transactionNote } = plan;
  return (
    <Notice tone={transaction ? "plain" : "warning"} icon="seed" testId="seed-plan" title={file}>
      {transaction ? PLAN.inOne(statements, bytes) : PLAN.inParts(statements, bytes, transactionNote)}
    </Notice>
  );
}
