import { useQuery } from "@tanstack/react-query";
import { counted, sentence } from "@/data/format";
import { ReadFailure } from "@/features/accounts/Failure";
import { call } from "@/ipc/call";
import { PathField } from "@/kit/control/PathField";
import { formatBytes } from "@/kit/data/bytes";
import { Notice } from "@/kit/state/Notice";
import { type SeedPreview, seedPlanQuery } from "./useSeedPreview";

interface SeedFieldProps {
  label: string;
  /** The database that the file is for; none for databases that are yet to be made. */
  rowId: string | null;
  value: string;
  onChange(path: string): void;
  /** Which file is meant; called when another one is. */
  preview: Pick<SeedPreview, "file" | "settle">;
  error?: string | undefined;
  optional?: boolean;
  /** What is said where the plan comes, before there is one. */
  before: string;
}

/** An SQL file and, once it is chosen, what it would do. */
export function SeedField(props: SeedFieldProps) {
  const { label, value, onChange, preview, error, before, rowId, optional = false } = props;
  const looked = error === undefined && preview.file === value.trim() ? preview.file : "";
  return (
    <>
      <PathField
        label={label}
        optional={optional}
        value={value}
        onChange={onChange}
        onBrowse={() => call.seedPick(value.trim() || null, rowId)}
        onSettle={preview.settle}
        placeholder="~/code/app/schema.sql"
        error={error}
      />
      <SeedPlan path={looked} before={before} />
    </>
  );
}

interface SeedPlanProps {
  /** Empty while no file is meant. */
  path: string;
  /** What stands here until then: without it the plan would push away the button that is about to be pressed. */
  before: string;
}

/** What an SQL file would do, or the line at which it is refused. */
function SeedPlan({ path, before }: SeedPlanProps) {
  const plan = useQuery(seedPlanQuery(path));
  if (path === "") {
    return (
      <Notice tone="plain" icon="seed">
        {before}
      </Notice>
    );
  }
  if (plan.error) {
    return <ReadFailure query={plan} title="Can’t run this file" />;
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
      {transaction ? "Runs in one transaction: all or nothing." : inParts(transactionNote)}
    </Notice>
  );
}

function inParts(note: string | null): string {
  const why = note ? `${sentence(note)} ` : "";
  return `Doesn’t run in one transaction. ${why}If it fails, earlier statements stay applied.`;
}
