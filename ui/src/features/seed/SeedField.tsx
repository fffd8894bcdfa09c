import { call } from "@/ipc/call";
import { PathField } from "@/kit/control/PathField";
import { SeedPlan } from "./SeedPlan";
import type { SeedPreview } from "./useSeedPreview";

interface SeedFieldProps {
  label: string;
  /** The database that the file is for; none for databases that are yet to be made. */
  rowId: string | null;
  value: string;
  onChange(path: string): void;
  /** Which file is meant, and told when another one is. */
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
