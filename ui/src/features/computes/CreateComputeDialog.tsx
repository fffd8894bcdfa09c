import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { branchesQuery, computesQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { useWhere } from "@/features/base/useWhere";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { CreateCompute } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { creatingOf } from "./mutations";
import { SizeFields } from "./SizeFields";
import { computeNameFault, readSize } from "./size";
import { computeName } from "./words";

interface CreateComputeDialogProps {
  accountId: string;
  projectId: string;
  branchId?: string | undefined;
}

/** A new compute for a branch: the one that writes, or one more that reads. */
export function CreateComputeDialog({ accountId, projectId, branchId }: CreateComputeDialogProps) {
  const form = useCreateCompute(accountId, projectId, branchId);
  const { draft, faults, change, writable } = form;
  const close = useUnask();
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void form.submit()}
      title="New compute"
      description="A compute runs PostgreSQL over the data of a branch."
      submit="Create compute"
      busy={form.underWay}
      blocked={form.locked}
      aside={
        <CopyAsButton
          accountId={accountId}
          call={{ kind: "createCompute", projectId, create: form.create }}
          title="Create compute"
        />
      }
      after={form.failure && <Failure title="The compute was not created" error={form.failure} />}
    >
      <Field label="Branch" error={faults.branch}>
        <Select
          options={form.live.map((branch) => ({ value: branch.id, label: branch.name }))}
          value={form.chosen ?? null}
          onChange={(next) => change({ branchId: next })}
        />
      </Field>
      <RadioGroup
        label="Kind"
        options={[
          {
            value: "readWrite",
            label: "Read-write",
            hint: writable
              ? `A branch has one at most, and this one has ${computeName(writable)}.`
              : "For everything. A branch has one at most.",
            disabled: writable !== undefined,
          },
          {
            value: "readOnly",
            label: "Read-only",
            hint: "Reads the same data beside the read-write one. Not every platform has them; the refusal says so.",
          },
        ]}
        value={form.readOnly ? "readOnly" : "readWrite"}
        onChange={(kind) => change({ kind })}
      />
      <Field label="Name" optional error={faults.name}>
        <TextInput value={draft.name} onChange={(name) => change({ name })} />
      </Field>
      <SizeFields
        size={draft.size}
        suspend={draft.suspend}
        usual={form.usual}
        fault={faults.size}
        onChange={change}
      />
    </FormDialog>
  );
}

/** What is typed into the dialog that makes a compute, and what became of it. */
function useCreateCompute(accountId: string, projectId: string, branchId: string | undefined) {
  const branches = useQuery(branchesQuery(accountId, projectId)).data ?? [];
  const computes = useQuery(computesQuery(accountId, projectId)).data ?? [];
  const { project, locked } = useWhere(accountId, projectId);
  const [draft, setDraft] = useState({ branchId, kind: "", name: "", size: "", suspend: "0" });
  const [tried, setTried] = useState(false);
  const close = useUnask();
  const creating = useWork(creatingOf(accountId, projectId));

  const live = branches.filter(({ deletedAt }) => deletedAt === null);
  const chosen = draft.branchId ?? live.find(({ isDefault }) => isDefault)?.id;
  const writable = computes.find((each) => each.branchId === chosen && each.isWritable);
  const readOnly = draft.kind === "" ? writable !== undefined : draft.kind === "readOnly";
  const size = readSize(draft.size);
  const faults = {
    branch: chosen === undefined ? "Choose a branch." : undefined,
    name: computeNameFault(draft.name),
    size: "fault" in size ? size.fault : undefined,
    kind: !readOnly && writable ? "This branch has its one read-write compute already." : undefined,
  };
  const create: CreateCompute = {
    branchId: chosen ?? "",
    readOnly,
    name: draft.name.trim() || null,
    size: {
      ...("fault" in size ? {} : { minCu: size.minCu, maxCu: size.maxCu }),
      suspendTimeoutSeconds: Number(draft.suspend),
    },
  };
  const submit = async () => {
    setTried(true);
    if (Object.values(faults).some((fault) => fault !== undefined)) return;
    creating.failure?.clear();
    if (await creating.start(create)) close();
  };
  return {
    draft,
    change: (changed: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changed })),
    live,
    chosen,
    writable,
    readOnly,
    faults: tried ? faults : { branch: undefined, name: undefined, size: undefined, kind: undefined },
    create,
    submit,
    usual: project?.computeSize,
    locked,
    underWay: creating.underWay,
    failure: creating.failure?.error,
  };
}
