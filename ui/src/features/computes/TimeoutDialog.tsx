import { useState } from "react";
import { suspendOptions } from "@/features/base/computeSize";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { UpdateCompute } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { FullPath } from "@/kit/data/FullPath";
import type { ComputeDialogSubject } from "./ComputeDialog";
import { timingOf } from "./mutations";
import { TIMEOUT } from "./words";

/** Sets how long a compute runs without use before it is suspended. */
export function TimeoutDialog({ compute, path, ...ref }: ComputeDialogSubject) {
  const present = compute.size.suspendTimeoutSeconds;
  const [chosen, setChosen] = useState(String(present ?? 0));
  const update: UpdateCompute = { size: { suspendTimeoutSeconds: Number(chosen) } };
  const form = useForm(timingOf(ref), { input: () => update });
  return (
    <CallFormDialog
      form={form}
      size="small"
      title={TIMEOUT.title}
      submit={TIMEOUT.submit}
      call={TIMEOUT.call}
      failed={TIMEOUT.failed}
    >
      <FullPath of={path} />
      <Field label={COMMON.suspendTimeout} hint={TIMEOUT.hint}>
        <Select options={suspendOptions(present)} value={chosen} onChange={setChosen} />
      </Field>
    </CallFormDialog>
  );
}
