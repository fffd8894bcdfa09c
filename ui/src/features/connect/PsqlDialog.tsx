import { useState } from "react";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { argumentsOf } from "./arguments";
import { psqlOf } from "./mutations";
import type { ConnectionSubject } from "./places";

/** psql with arguments of the person's own: a command, a file, a format. */
export function PsqlDialog({ source, name }: ConnectionSubject) {
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const opening = useWork(psqlOf(source));
  const close = useUnask();
  const { words, fault } = argumentsOf(typed);
  const open = async () => {
    setTried(true);
    if (!words) return;
    if ((await opening.start(words)) !== undefined) close();
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void open()}
      title="Open psql with arguments"
      description={`Connects to ${name} in a terminal. The password is neither in the arguments nor in the shell’s history.`}
      submit="Open psql"
      busy={opening.underWay}
      after={opening.failure && <Failure title="psql was not opened" error={opening.failure.error} />}
    >
      <PsqlField value={typed} onChange={setTyped} fault={tried ? fault : undefined} />
    </FormDialog>
  );
}

interface PsqlFieldProps {
  value: string;
  onChange(value: string): void;
  fault: string | undefined;
}

/** More arguments of psql, as one types them in a shell. */
export function PsqlField({ value, onChange, fault }: PsqlFieldProps) {
  return (
    <Field
      label="More arguments of psql"
      optional
      error={fault}
      hint="Options that change how results are shown, such as --csv, -x or -P null=none. The rest is typed at psql’s prompt."
    >
      <TextInput mono value={value} onChange={onChange} placeholder="--csv" />
    </Field>
  );
}
