import { useState } from "react";
import { nameFault } from "@/features/base/nameFault";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { renameOf, renamingOf } from "./mutations";
import type { ProjectSubject } from "./places";

export function RenameProjectDialog({ accountId, project }: ProjectSubject) {
  const [name, setName] = useState(project.name);
  const typed = name.trim();
  const form = useForm(renamingOf({ accountId, projectId: project.id }), {
    faults: { name: typed === "" ? "Enter a name." : nameFault(name) },
    refusals: { invalid: "name", exists: "name" },
    unchanged: typed === project.name,
    input: () => typed,
  });
  return (
    <CallFormDialog
      form={form}
      size="small"
      title={`Rename ${project.name}`}
      description="The project ID and connection strings don’t change."
      submit="Rename"
      call={{
        accountId,
        title: `Rename ${project.name}`,
        call: { kind: "updateProject", projectId: project.id, update: renameOf(typed) },
      }}
      failed="The project was not renamed"
    >
      <Field label="Name" error={form.faults.name}>
        <TextInput value={name} onChange={setName} onFocus={(event) => event.target.select()} />
      </Field>
    </CallFormDialog>
  );
}
