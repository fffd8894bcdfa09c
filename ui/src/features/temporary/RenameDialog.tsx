import { type FormEvent, useId, useState } from "react";
import { useWork } from "@/data/work";
import { Failure } from "@/features/Failure";
import type { TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { renamingOf } from "./mutations";

export function RenameDialog({ row }: { row: TemporaryView }) {
  const [name, setName] = useState(row.name);
  const [tried, setTried] = useState(false);
  const renaming = useWork(renamingOf(row.id));
  const form = useId();
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!name.trim()) return;
    if (await renaming.start(name.trim())) unask();
  };
  return (
    <Dialog
      open
      onClose={unask}
      size="small"
      title={`Rename ${row.name}`}
      footer={
        <Button tone="primary" submit form={form} busy={renaming.underWay}>
          Rename
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void rename(event)} noValidate>
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
      </form>
      {renaming.failure && <Failure error={renaming.failure.error} />}
    </Dialog>
  );
}
