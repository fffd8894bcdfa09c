import { useQuery } from "@tanstack/react-query";
import { ReadFailure } from "@/features/base/Failure";
import { call } from "@/ipc/call";
import { PathField } from "@/kit/control/PathField";
import { Notice } from "@/kit/state/Notice";
import { SeedPlanNotice } from "./SeedPlanNotice";
import { type SeedPreview, seedPlanQuery } from "./useSeedPreview";
import { PLAN } from "./words";

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
        onBrowse={() => call({ kind: "seedPick", start: value.trim() || null, id: rowId })}
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
    return <ReadFailure query={plan} title={PLAN.failed} />;
  }
  if (!plan.data)
    return (
      <Notice tone="plain" icon="seed">
        {PLAN.reading}
      </Notice>
    );
  return <SeedPlanNotice plan={plan.data} />;
}
