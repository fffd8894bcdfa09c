import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { Notice } from "@/kit/state/Notice";
import { doubtOfName, identifierError } from "./names";
import type { OnBranch } from "./subjects";
import { NAME, TAKEN } from "./words";

interface NameFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Whether to say what is wrong with a name that was not yet written. */
  tried: boolean;
  /** What else is wrong with it. */
  error?: string | undefined;
}

/** The name of a database or a role, exactly as it is typed. */
export function NameField({ label, value, onChange, tried, error }: NameFieldProps) {
  const fieldError = tried || value !== "" ? identifierError(value) : undefined;
  return (
    <Field label={label} hint={doubtOfName(value) ?? NAME.hint} error={fieldError ?? error}>
      <TextInput value={value} onChange={onChange} onFocus={(event) => event.target.select()} mono />
    </Field>
  );
}

interface TakenNoticeProps {
  what: "database" | "role";
  name: string;
  at: OnBranch;
  /** Leads to the one that has the name. */
  onShow(): void;
}

/** A name that something has already: the way on is to use that. */
export function TakenNotice({ what, name, at, onShow }: TakenNoticeProps) {
  return (
    <Notice
      tone="warning"
      role="status"
      title={TAKEN.title(name)}
      actions={
        <Button size="small" onClick={onShow}>
          {TAKEN.use[what]}
        </Button>
      }
    >
      {TAKEN.text[what](at.branchName)}
    </Notice>
  );
}
