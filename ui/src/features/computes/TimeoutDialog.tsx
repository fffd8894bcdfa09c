import { type FormEvent, useId, useState } from "react";
import { useWork } from "@/data/work";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Failure } from "@/features/Failure";
import type { UpdateCompute } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import type { ComputeAsked } from "./ComputeDialog";
import styles from "./Computes.module.css";
import { timingOf } from "./mutations";
import { suspendOptions } from "./size";

/** After how long without use a compute sleeps. */
export function TimeoutDialog({ compute, name, path, ...ref }: ComputeAsked) {
  const { accountId, projectId, computeId } = ref;
  const present = compute.size.suspendTimeoutSeconds;
  const [chosen, setChosen] = useState(String(present ?? 0));
  const timing = useWork(timingOf(ref));
  const form = useId();
  const update: UpdateCompute = { size: { suspendTimeoutSeconds: Number(chosen) } };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (await timing.start(update)) unask();
  };
  return (
    <Dialog
      open
      onClose={unask}
      size="small"
      title={`When ${name} sleeps`}
      footer={
        <>
          <CopyAsButton
            accountId={accountId}
            call={{ kind: "updateCompute", projectId, computeId, update }}
            title="Change the suspend timeout"
          />
          <Button tone="primary" submit form={form} busy={timing.underWay}>
            Change the timeout
          </Button>
        </>
      }
    >
      <p className={styles.path}>{path}</p>
      <form id={form} onSubmit={(event) => void save(event)} noValidate>
        <Field
          label="Sleeps without use after"
          hint="A connection wakes it again. While it sleeps it uses no compute time."
        >
          <Select options={suspendOptions(present)} value={chosen} onChange={setChosen} />
        </Field>
      </form>
      {timing.failure && <Failure title="The timeout is as it was" error={timing.failure.error} />}
    </Dialog>
  );
}
