import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { SizeFields } from "./SizeFields";
import { useCreateCompute } from "./useCreateCompute";
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
