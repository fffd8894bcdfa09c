import { useState } from "react";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { nameFault } from "./draft";
import { renameOf, renamingOf } from "./mutations";
import type { ProjectSubject } from "./places";

export function RenameProjectDialog({ accountId, project }: ProjectSubject) {
  const [name, setName] = useState(project.name);
  const [tried, setTried] = useState(false);
  const renaming = useWork(renamingOf({ accountId, projectId: project.id }));
  const close = useUnask();
  const typed = name.trim();
  const fault = typed === "" ? "Type a name." : nameFault(name);
  const rename = async () => {
    setTried(true);
    if (fault) return;
    if (typed === project.name) return close();
    if (await renaming.start(typed)) close();
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void rename()}
      size="small"
      title={`Rename ${project.name}`}
      description="The id and every connection string stay as they are."
      submit="Rename"
      busy={renaming.underWay}
      aside={
        <CopyAsButton
          accountId={accountId}
          title={`Rename ${project.name}`}
          call={{ kind: "updateProject", projectId: project.id, update: renameOf(typed) }}
        />
      }
      after={renaming.failure && <Failure title="It was not renamed" error={renaming.failure.error} />}
    >
      <Field label="Name" error={tried ? fault : undefined}>
        <TextInput value={name} onChange={setName} onFocus={(event) => event.target.select()} />
      </Field>
    </FormDialog>
  );
}
