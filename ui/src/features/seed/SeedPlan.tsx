import { useQuery } from "@tanstack/react-query";
import { counted, sentence } from "@/data/format";
import { Failure } from "@/features/accounts/Failure";
import { formatBytes } from "@/kit/data/bytes";
import { Notice } from "@/kit/state/Notice";
import { seedPlanQuery } from "./queries";

interface SeedPlanProps {
  /** Empty while no file is meant. */
  path: string;
  /** What stands here until then: without it the plan would push away the button that is about to be pressed. */
  before: string;
}

/** What an SQL file would do, or the line at which it is refused. */
export function SeedPlan({ path, before }: SeedPlanProps) {
  const plan = useQuery(seedPlanQuery(path));
  if (path === "") {
    return (
      <Notice tone="plain" icon="seed">
        {before}
      </Notice>
    );
  }
  if (plan.error) {
    return <Failure title="This file cannot be run" error={plan.error} onRetry={() => void plan.refetch()} />;
  }
  if (!plan.data)
    return (
      <Notice tone="plain" icon="seed">
        Reading the file…
      </Notice>
    );
  const { statements, bytes: size, transaction, transactionNote } = plan.data;
  return (
    <Notice tone={transaction ? "plain" : "warning"} icon="seed" testId="seed-plan">
      {counted(statements, "statement")}, {formatBytes(size)}.{" "}
      {transaction ? "Runs as one transaction: all of it or nothing." : inParts(transactionNote)}
    </Notice>
  );
}

function inParts(note: string | null): string {
  const why = note ? `${sentence(note)} ` : "";
  return `Does not run as one transaction. ${why}If it fails, what ran before stays.`;
}
