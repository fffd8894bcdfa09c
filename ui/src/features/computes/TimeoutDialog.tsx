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
      title={`When ${name} sleeps`}
      submit="Change the timeout"
      call={{
        accountId,
        title: "Change the suspend timeout",
        call: { kind: "updateCompute", projectId, computeId, update },
      }}
      failed="The timeout is as it was"
    >
      <FullPath>{path}</FullPath>
      <Field
        label="Sleeps without use after"
        hint="A connection wakes it again. While it sleeps it uses no compute time."
      >
        <Select options={suspendOptions(present)} value={chosen} onChange={setChosen} />
      </Field>
    </CallFormDialog>
  );
}
