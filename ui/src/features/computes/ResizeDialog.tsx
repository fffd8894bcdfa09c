import { type FormEvent, useId, useState } from "react";
import { useWork } from "@/data/work";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Failure } from "@/features/Failure";
import type { UpdateCompute } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import type { ComputeAsked } from "./ComputeDialog";
import styles from "./Computes.module.css";
import { resizingOf } from "./mutations";
import { readSize, sizeText } from "./size";

/** How large a compute is: one size, or a range in which it follows its load. */
export function ResizeDialog({ compute, name, path, ...ref }: ComputeAsked) {
  const { accountId, projectId, computeId } = ref;
  const [text, setText] = useState(() => sizeText(compute.size));
  const [tried, setTried] = useState(false);
  const resizing = useWork(resizingOf(ref));
  const form = useId();
  const size = readSize(text);
  const fault = "fault" in size ? size.fault : size.minCu === null ? "Type a size." : undefined;
  const update: UpdateCompute = "fault" in size ? {} : { size: { minCu: size.minCu, maxCu: size.maxCu } };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault) return;
    if (await resizing.start(update)) unask();
  };
  return (
    <Dialog
      open
      onClose={unask}
      size="small"
      title={`Size of ${name}`}
      footer={
        <>
          <CopyAsButton
            accountId={accountId}
            call={{ kind: "updateCompute", projectId, computeId, update }}
            title="Change size"
          />
          <Button tone="primary" submit form={form} busy={resizing.underWay}>
            Change size
          </Button>
        </>
      }
    >
      <p className={styles.path}>{path}</p>
      <form id={form} onSubmit={(event) => void save(event)} noValidate>
        <Field
          label="Size in CU"
          hint="One size such as 2, or a range such as 0.5-3 in which it follows its load."
          error={tried ? fault : undefined}
        >
          <TextInput mono value={text} onChange={setText} onFocus={(event) => event.target.select()} />
        </Field>
      </form>
      {resizing.failure && <Failure title="The size is as it was" error={resizing.failure.error} />}
    </Dialog>
  );
}
