import { type FormEvent, useId, useState } from "react";
import { useWork } from "@/data/work";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Failure } from "@/features/Failure";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import type { ComputeAsked } from "./ComputeDialog";
import styles from "./Computes.module.css";
import { renamingOf } from "./mutations";
import { computeNameFault } from "./size";

export function RenameComputeDialog({ compute, name: called, path, ...ref }: ComputeAsked) {
  const { accountId, projectId, computeId } = ref;
  const [name, setName] = useState(compute.name ?? "");
  const [tried, setTried] = useState(false);
  const renaming = useWork(renamingOf(ref));
  const form = useId();
  const fault = name.trim() === "" ? "Type a name." : computeNameFault(name);
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault) return;
    if (await renaming.start({ name: name.trim() })) unask();
  };
  return (
    <Dialog
      open
      onClose={unask}
      size="small"
      title={`Rename ${called}`}
      footer={
        <>
          <CopyAsButton
            accountId={accountId}
            call={{ kind: "updateCompute", projectId, computeId, update: { name: name.trim() } }}
            title="Rename compute"
          />
          <Button tone="primary" submit form={form} busy={renaming.underWay}>
            Rename
          </Button>
        </>
      }
    >
      <p className={styles.path}>{path}</p>
      <form id={form} onSubmit={(event) => void rename(event)} noValidate>
        <Field label="Name" hint="Its id and its hosts stay as they are." error={tried ? fault : undefined}>
          <TextInput value={name} onChange={setName} onFocus={(event) => event.target.select()} />
        </Field>
      </form>
      {renaming.failure && <Failure title="The compute was not renamed" error={renaming.failure.error} />}
    </Dialog>
  );
}
