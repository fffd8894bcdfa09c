import { type FormEvent, useId, useState } from "react";
import { useWork } from "@/data/work";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Failure } from "@/features/Failure";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { nameFault } from "./draft";
import { renameOf, renamingOf } from "./mutations";
import type { ProjectSubject } from "./places";

export function RenameProjectDialog({ accountId, project }: ProjectSubject) {
  const [name, setName] = useState(project.name);
  const [tried, setTried] = useState(false);
  const renaming = useWork(renamingOf({ accountId, projectId: project.id }));
  const form = useId();
  const typed = name.trim();
  const fault = typed === "" ? "Type a name." : nameFault(name);
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault) return;
    if (typed === project.name) return unask();
    if (await renaming.start(typed)) unask();
  };
  return (
    <Dialog
      open
      onClose={unask}
      dismiss="deliberate"
      size="small"
      title={`Rename ${project.name}`}
      description="The id and every connection string stay as they are."
      footer={
        <>
          <CopyAsButton
            accountId={accountId}
            title={`Rename ${project.name}`}
            call={{ kind: "updateProject", projectId: project.id, update: renameOf(typed) }}
          />
          <Button tone="primary" submit form={form} busy={renaming.underWay}>
            Rename
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void rename(event)} noValidate>
        <Field label="Name" error={tried ? fault : undefined}>
          <TextInput value={name} onChange={setName} onFocus={(event) => event.target.select()} />
        </Field>
      </form>
      {renaming.failure && <Failure title="It was not renamed" error={renaming.failure.error} />}
    </Dialog>
  );
}
