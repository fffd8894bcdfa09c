import { useState } from "react";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { UpdateCompute } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import type { ComputeAsked } from "./ComputeDialog";
import { timingOf } from "./mutations";
import { suspendOptions } from "./size";

/** After how long without use a compute sleeps. */
export function TimeoutDialog({ compute, name, path, ...ref }: ComputeAsked) {
  const { accountId, projectId, computeId } = ref;
  const present = compute.size.suspendTimeoutSeconds;
  const [chosen, setChosen] = useState(String(present ?? 0));
  const timing = useWork(timingOf(ref));
  const close = useUnask();
  const update: UpdateCompute = { size: { suspendTimeoutSeconds: Number(chosen) } };
  const save = async () => {
    if (await timing.start(update)) close();
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void save()}
      size="small"
      title={`When ${name} sleeps`}
      submit="Change the timeout"
      busy={timing.underWay}
      aside={
        <CopyAsButton
          accountId={accountId}
          call={{ kind: "updateCompute", projectId, computeId, update }}
          title="Change the suspend timeout"
        />
      }
      after={timing.failure && <Failure title="The timeout is as it was" error={timing.failure.error} />}
    >
      <FullPath>{path}</FullPath>
      <Field
        label="Sleeps without use after"
        hint="A connection wakes it again. While it sleeps it uses no compute time."
      >
        <Select options={suspendOptions(present)} value={chosen} onChange={setChosen} />
      </Field>
    </FormDialog>
  );
}
