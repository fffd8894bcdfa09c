import { useState } from "react";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import type { ComputeAsked } from "./ComputeDialog";
import { renamingOf } from "./mutations";
import { computeNameFault } from "./size";

export function RenameComputeDialog({ compute, name: called, path, ...ref }: ComputeAsked) {
  const { accountId, projectId, computeId } = ref;
  const [name, setName] = useState(compute.name ?? "");
  const [tried, setTried] = useState(false);
  const renaming = useWork(renamingOf(ref));
  const close = useUnask();
  const fault = name.trim() === "" ? "Type a name." : computeNameFault(name);
  const rename = async () => {
    setTried(true);
    if (fault) return;
    if (await renaming.start({ name: name.trim() })) close();
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void rename()}
      size="small"
      title={`Rename ${called}`}
      submit="Rename"
      busy={renaming.underWay}
      aside={
        <CopyAsButton
          accountId={accountId}
          call={{ kind: "updateCompute", projectId, computeId, update: { name: name.trim() } }}
          title="Rename compute"
        />
      }
      after={
        renaming.failure && <Failure title="The compute was not renamed" error={renaming.failure.error} />
      }
    >
      <FullPath>{path}</FullPath>
      <Field label="Name" hint="Its id and its hosts stay as they are." error={tried ? fault : undefined}>
        <TextInput value={name} onChange={setName} onFocus={(event) => event.target.select()} />
      </Field>
    </FormDialog>
  );
}
