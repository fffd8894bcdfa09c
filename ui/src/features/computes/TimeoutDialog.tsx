import { useState } from "react";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { UpdateCompute } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { FullPath } from "@/kit/data/FullPath";
import type { ComputeAsked } from "./ComputeDialog";
import { timingOf } from "./mutations";
import { suspendOptions } from "./size";

/** After how long without use a compute sleeps. */
export function TimeoutDialog({ compute, name, path, ...ref }: ComputeAsked) {
  const { accountId, projectId, computeId } = ref;
  const present = compute.size.suspendTimeoutSeconds;
  const [chosen, setChosen] = useState(String(present ?? 0));
  const update: UpdateCompute = { size: { suspendTimeoutSeconds: Number(chosen) } };
  const form = useForm(timingOf(ref), { input: () => update });
  return (
    <CallFormDialog
      form={form}
      size="small"
      title={`Suspend timeout of ${name}`}
      submit="Change timeout"
      call={{
        accountId,
        title: "Change suspend timeout",
        call: { kind: "updateCompute", projectId, computeId, update },
      }}
      failed="The timeout was not changed"
    >
      <FullPath of={path} />
      <Field
        label="Suspend timeout"
        hint="A suspended compute uses no compute time. The next connection starts it again."
      >
        <Select options={suspendOptions(present)} value={chosen} onChange={setChosen} />
      </Field>
    </CallFormDialog>
  );
}
