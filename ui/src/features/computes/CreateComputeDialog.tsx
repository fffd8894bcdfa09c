import { useQuery } from "@tanstack/react-query";
import { branchesQuery, computesQuery } from "@/data/queries";
import { computeNameError, readSize, sizeSummary } from "@/features/base/computeSize";
import { SizeFields } from "@/features/base/SizeFields";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { useWhere } from "@/features/base/useWhere";
import { COMMON } from "@/features/base/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { CreateCompute } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { MoreOptions } from "@/kit/control/MoreOptions";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { creatingOf } from "./mutations";
import { CREATE, computeName } from "./words";

interface CreateComputeDialogProps {
  accountId: string;
  projectId: string;
  branchId?: string | undefined;
}

/** A new compute for a branch: the one that writes, or one more that reads. */
export function CreateComputeDialog({ accountId, projectId, branchId }: CreateComputeDialogProps) {
  const { form, draft, change, writable, ...known } = useCreateCompute(accountId, projectId, branchId);
  const { fieldErrors } = form;
  return (
    <CallFormDialog
      form={form}
      title={CREATE.title}
      description={CREATE.text}
      submit={CREATE.submit}
      blocked={known.locked}
      call={CREATE.submit}
      failed={CREATE.failed}
    >
      <Field label={COMMON.branch} error={fieldErrors.branch}>
        <Select
          options={known.live.map((branch) => ({ value: branch.id, label: branch.name }))}
          value={known.chosen ?? null}
          onChange={(next) => change({ branchId: next })}
        />
      </Field>
      <RadioGroup
        label={CREATE.kind}
        options={[
          {
            value: "readWrite",
            label: CREATE.readWrite,
            hint: writable ? CREATE.oneAlready(computeName(writable)) : CREATE.readWriteHint,
            disabled: writable !== undefined,
          },
          {
            value: "readOnly",
            label: CREATE.readOnly,
            hint: CREATE.readOnlyHint,
          },
        ]}
        value={known.readOnly ? "readOnly" : "readWrite"}
        onChange={(kind) => change({ kind })}
      />
      <MoreOptions
        summary={[draft.name || CREATE.noName, ...sizeSummary(draft.size, draft.suspend, known.usual)]}
        hasErrors={fieldErrors.name !== undefined || fieldErrors.size !== undefined}
      >
        <Field label={COMMON.name} optional error={fieldErrors.name}>
          <TextInput value={draft.name} onChange={(name) => change({ name })} />
        </Field>
        <SizeFields
          size={draft.size}
          suspend={draft.suspend}
          usual={known.usual}
          fieldError={fieldErrors.size}
          onChange={change}
        />
      </MoreOptions>
    </CallFormDialog>
  );
}

/** Holds the fields of the dialog that creates a compute, and its result. */
function useCreateCompute(accountId: string, projectId: string, branchId: string | undefined) {
  const branches = useQuery(branchesQuery(accountId, projectId)).data ?? [];
  const computes = useQuery(computesQuery(accountId, projectId)).data ?? [];
  const { project, locked } = useWhere(accountId, projectId);
  const [draft, change] = useDraft({ branchId, kind: "", name: "", size: "", suspend: "0" });

  const live = branches.filter(({ deletedAt }) => deletedAt === null);
  const chosen = draft.branchId ?? live.find(({ isDefault }) => isDefault)?.id;
  const writable = computes.find((each) => each.branchId === chosen && each.isWritable);
  const readOnly = draft.kind === "" ? writable !== undefined : draft.kind === "readOnly";
  const size = readSize(draft.size);
  const fieldErrors = {
    branch: chosen === undefined ? CREATE.chooseBranch : undefined,
    name: computeNameError(draft.name),
    size: "fieldError" in size ? size.fieldError : undefined,
    kind: !readOnly && writable ? CREATE.oneOnly : undefined,
  };
  const create: CreateCompute = {
    branchId: chosen ?? "",
    readOnly,
    name: draft.name || null,
    size: {
      ...("fieldError" in size ? {} : { minCu: size.minCu, maxCu: size.maxCu }),
      suspendTimeoutSeconds: Number(draft.suspend),
    },
  };
  const form = useForm(creatingOf(accountId, projectId), { fieldErrors, input: () => create });
  return {
    draft,
    change,
    live,
    chosen,
    writable,
    readOnly,
    create,
    usual: project?.computeSize,
    locked,
    form,
  };
}
