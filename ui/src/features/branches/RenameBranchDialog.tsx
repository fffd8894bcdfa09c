import { type FormEvent, useId, useState } from "react";
import { viewOf } from "@/data/errors";
import { useWork } from "@/data/work";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Failure } from "@/features/Failure";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { useRouter } from "@/kit/route/useRouter";
import type { BranchAsked } from "./BranchDialog";
import { nameFault } from "./createDraft";
import { renamingOf } from "./mutations";

export function RenameBranchDialog({ branch, branches, ...ref }: BranchAsked) {
  const { accountId, projectId, branchId } = ref;
  const [name, setName] = useState(branch.name);
  const [tried, setTried] = useState(false);
  const renaming = useWork(renamingOf(ref));
  const router = useRouter();
  const form = useId();
  const fault = name.trim() === "" ? "Type a name." : nameFault(name);
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault) return;
    if (name.trim() === branch.name) return unask();
    if (await renaming.start({ name: name.trim() })) unask();
  };
  const error = renaming.failure?.error;
  const other = branches.find((each) => each.name === name.trim() && each.id !== branchId);
  const existing = (error && viewOf(error).about) || other?.id;
  const open = (id: string) => {
    unask();
    router.go({ screen: "project", account: accountId, id: projectId, tab: "branches", branch: id });
  };
  return (
    <Dialog
      open
      onClose={unask}
      size="small"
      title={`Rename ${branch.name}`}
      footer={
        <>
          <CopyAsButton
            accountId={accountId}
            call={{ kind: "updateBranch", projectId, branchId, update: { name: name.trim() } }}
            title="Rename branch"
          />
          <Button tone="primary" submit form={form} busy={renaming.underWay}>
            Rename
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void rename(event)} noValidate>
        <Field
          label="Name"
          hint="Its id and its hosts stay as they are."
          error={tried && fault ? fault : undefined}
        >
          <TextInput value={name} onChange={setName} onFocus={(event) => event.target.select()} />
        </Field>
      </form>
      {error && (
        <Failure
          title="The branch was not renamed"
          error={error}
          actions={
            existing && (
              <Button size="small" icon="arrowRight" onClick={() => open(existing)}>
                Open the existing branch
              </Button>
            )
          }
        />
      )}
    </Dialog>
  );
}
