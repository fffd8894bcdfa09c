import { useState } from "react";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import type { TemporaryView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { renamingOf } from "./mutations";

export function RenameDialog({ row }: { row: TemporaryView }) {
  const [name, setName] = useState(row.name);
  const [tried, setTried] = useState(false);
  const renaming = useWork(renamingOf(row.id));
  const close = useUnask();
  const rename = async () => {
    setTried(true);
    if (!name.trim()) return;
    if (await renaming.start(name.trim())) close();
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void rename()}
      size="small"
      title={`Rename ${row.name}`}
      submit="Rename"
      busy={renaming.underWay}
      after={renaming.failure && <Failure error={renaming.failure.error} />}
    >
      <Field
        label="Name on the shelf"
        hint="Only here: the platform is not told."
        error={tried && !name.trim() ? "Type a name." : undefined}
      >
        <TextInput
          value={name}
          onChange={setName}
          onFocus={(event) => event.target.select()}
          maxLength={80}
        />
      </Field>
    </FormDialog>
  );
}
