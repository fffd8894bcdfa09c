import { useState } from "react";
import { viewOf } from "@/data/errors";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
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
  const close = useUnask();
  const fault = name.trim() === "" ? "Type a name." : nameFault(name);
  const rename = async () => {
    setTried(true);
    if (fault) return;
    if (name.trim() === branch.name) return close();
    if (await renaming.start({ name: name.trim() })) close();
  };
  const error = renaming.failure?.error;
  const other = branches.find((each) => each.name === name.trim() && each.id !== branchId);
  const existing = (error && viewOf(error).about) || other?.id;
  const open = (id: string) => {
    close();
    router.go({ screen: "project", account: accountId, id: projectId, tab: "branches", branch: id });
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void rename()}
      size="small"
      title={`Rename ${branch.name}`}
      submit="Rename"
      busy={renaming.underWay}
      aside={
        <CopyAsButton
          accountId={accountId}
          call={{ kind: "updateBranch", projectId, branchId, update: { name: name.trim() } }}
          title="Rename branch"
        />
      }
      after={
        error && (
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
        )
      }
    >
      <Field
        label="Name"
        hint="Its id and its hosts stay as they are."
        error={tried && fault ? fault : undefined}
      >
        <TextInput value={name} onChange={setName} onFocus={(event) => event.target.select()} />
      </Field>
    </FormDialog>
  );
}
