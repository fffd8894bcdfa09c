import { useState } from "react";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { UpdateCompute } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import type { ComputeAsked } from "./ComputeDialog";
import { resizingOf } from "./mutations";
import { SizeHint } from "./SizeFields";
import { readSize, sizeText } from "./size";

/** How large a compute is: one size, or a range in which it follows its load. */
export function ResizeDialog({ compute, name, path, ...ref }: ComputeAsked) {
  const { accountId, projectId, computeId } = ref;
  const [text, setText] = useState(() => sizeText(compute.size));
  const [tried, setTried] = useState(false);
  const resizing = useWork(resizingOf(ref));
  const close = useUnask();
  const size = readSize(text);
  const fault = "fault" in size ? size.fault : size.minCu === null ? "Type a size." : undefined;
  const update: UpdateCompute = "fault" in size ? {} : { size: { minCu: size.minCu, maxCu: size.maxCu } };
  const save = async () => {
    setTried(true);
    if (fault) return;
    if (await resizing.start(update)) close();
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void save()}
      size="small"
      title={`Size of ${name}`}
      submit="Change size"
      busy={resizing.underWay}
      aside={
        <CopyAsButton
          accountId={accountId}
          call={{ kind: "updateCompute", projectId, computeId, update }}
          title="Change size"
        />
      }
      after={resizing.failure && <Failure title="The size is as it was" error={resizing.failure.error} />}
    >
      <FullPath>{path}</FullPath>
      <Field
        label="Size in CU"
        hint={<SizeHint> in which it follows its load.</SizeHint>}
        error={tried ? fault : undefined}
      >
        <TextInput mono value={text} onChange={setText} onFocus={(event) => event.target.select()} />
      </Field>
    </FormDialog>
  );
}
