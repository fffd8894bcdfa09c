import { useState } from "react";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { FullPath } from "@/kit/data/FullPath";
import type { ComputeAsked } from "./ComputeDialog";
import { renamingOf } from "./mutations";
import { computeNameFault } from "./size";

export function RenameComputeDialog({ compute, name: called, path, ...ref }: ComputeAsked) {
  const { accountId, projectId, computeId } = ref;
  const [name, setName] = useState(compute.name ?? "");
  const form = useForm(renamingOf(ref), {
    faults: { name: name.trim() === "" ? "Enter a name." : computeNameFault(name) },
    refusals: { invalid: "name", exists: "name" },
    input: () => ({ name: name.trim() }),
  });
  return (
    <CallFormDialog
      form={form}
      size="small"
      title={`Rename ${called}`}
      submit="Rename"
      call={{
        accountId,
        title: "Rename compute",
        call: { kind: "updateCompute", projectId, computeId, update: { name: name.trim() } },
      }}
      failed="The compute was not renamed"
    >
      <FullPath of={path} />
      <Field label="Name" hint="The compute ID and hosts don’t change." error={form.faults.name}>
        <TextInput value={name} onChange={setName} onFocus={(event) => event.target.select()} />
      </Field>
    </CallFormDialog>
  );
}
