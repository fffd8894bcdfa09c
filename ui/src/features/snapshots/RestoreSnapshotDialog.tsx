import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { branchesQuery } from "@/data/queries";
import { nameError } from "@/features/base/nameError";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import { CREATE } from "@/features/branches/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { BranchView, RestoreSnapshot, SnapshotView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { FullPath } from "@/kit/data/FullPath";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { restoringOf } from "./mutations";
import type { SnapshotDialogSubject } from "./SnapshotDialog";
import { RESTORE } from "./words";

type As = "branch" | "replacement";

/** Makes a branch of a snapshot, beside the others or in the place of one of them. */
export function RestoreSnapshotDialog({ snapshot, path, ...ref }: SnapshotDialogSubject) {
  const { accountId, projectId } = ref;
  const branches = useQuery(branchesQuery(accountId, projectId)).data ?? NO_BRANCHES;
  const [as, setAs] = useState<As>("branch");
  const [name, setName] = useState("");
  const [targetId, setTargetId] = useState<string>();
  const router = useRouter();
  const target = branches.find(({ id }) => id === targetId) ?? usualTarget(snapshot, branches);
  const replaces = as === "replacement";
  const restore: RestoreSnapshot = {
    name: replaces ? null : name || null,
    targetBranchId: target?.id ?? null,
    finalize: replaces,
  };
  const form = useForm(restoringOf(ref), {
    fieldErrors: { name: replaces ? undefined : branchNameError(name, branches) },
    refusals: { exists: "name" },
    input: () => restore,
    onDone: ({ item }) => {
      form.close();
      router.go({ screen: "project", account: accountId, id: projectId, tab: "branches", branch: item.id });
    },
  });
  return (
    <CallFormDialog
      form={form}
      title={RESTORE.title(snapshot.name)}
      submit={replaces && target ? RESTORE.submitReplace(target.name) : RESTORE.submitNew}
      danger={replaces}
      blocked={replaces && !target ? RESTORE.noBranch : undefined}
      call={RESTORE.call}
      failed={RESTORE.failed}
    >
      <FullPath of={path} />
      <RadioGroup
        label={RESTORE.as}
        options={[
          { value: "branch" as const, label: RESTORE.newBranch, hint: RESTORE.newBranchHint },
          { value: "replacement" as const, label: RESTORE.replace, hint: RESTORE.replaceHint },
        ]}
        value={as}
        onChange={setAs}
      />
      {replaces ? (
        <>
          <Field label={RESTORE.target}>
            <Select
              options={branches.map(({ id, name: label }) => ({ value: id, label }))}
              value={target?.id ?? null}
              onChange={setTargetId}
            />
          </Field>
          {target && (
            <Notice tone="warning">
              <p>{RESTORE.means(target.name)}</p>
              <p>{RESTORE.kept(target.name)}</p>
            </Notice>
          )}
        </>
      ) : (
        <Field label={COMMON.name} optional hint={RESTORE.nameHint} error={form.fieldErrors.name}>
          <TextInput value={name} onChange={setName} />
        </Field>
      )}
    </CallFormDialog>
  );
}

const NO_BRANCHES: readonly BranchView[] = [];

/** The branch that people connect to, else the one that the snapshot was taken of. */
function usualTarget(snapshot: SnapshotView, branches: readonly BranchView[]): BranchView | undefined {
  const there = (id: string | null) => branches.find((each) => each.id === id);
  return branches.find(({ isDefault }) => isDefault) ?? there(snapshot.sourceBranchId);
}

function branchNameError(name: string, branches: readonly BranchView[]): string | undefined {
  if (branches.some((each) => each.name === name)) return CREATE.taken;
  return nameError(name);
}
