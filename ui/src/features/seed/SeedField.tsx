import { useState } from "react";
import { call } from "@/ipc/call";
import { PathField } from "@/kit/control/PathField";
import { SeedPlan } from "./SeedPlan";

interface SeedFieldProps {
  label: string;
  value: string;
  onChange(path: string): void;
  error?: string | undefined;
  optional?: boolean;
  /** What is said where the plan comes, before there is one. */
  before: string;
}

/** An SQL file and, once it is chosen, what it would do. */
export function SeedField({ label, value, onChange, error, before, optional = false }: SeedFieldProps) {
  const [settled, setSettled] = useState(value.trim());
  const looked = error === undefined && settled === value.trim() ? settled : "";
  return (
    <>
      <PathField
        label={label}
        optional={optional}
        value={value}
        onChange={onChange}
        onBrowse={() => call.seedPick(value.trim() || null)}
        onSettle={(path) => setSettled(path.trim())}
        placeholder="~/code/app/schema.sql"
        error={error}
      />
      <SeedPlan path={looked} before={before} />
    </>
  );
}
