import { useState } from "react";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { UpdateCompute } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { FullPath } from "@/kit/data/FullPath";
import type { ComputeAsked } from "./ComputeDialog";
import { resizingOf } from "./mutations";
import { SizeHint } from "./SizeFields";
import { readSize, sizeText } from "./size";

/** How large a compute is: one size, or a range to scale with the load. */
export function ResizeDialog({ compute, name, path, ...ref }: ComputeAsked) {
  const { accountId, projectId, computeId } = ref;
  const [text, setText] = useState(() => sizeText(compute.size));
  const size = readSize(text);
  const update: UpdateCompute = "fault" in size ? {} : { size: { minCu: size.minCu, maxCu: size.maxCu } };
  const form = useForm(resizingOf(ref), {
    faults: { size: "fault" in size ? size.fault : size.minCu === null ? "Enter a size." : undefined },
    refusals: { invalid: "size" },
    input: () => update,
  });
  return (
    <CallFormDialog
      form={form}
      size="small"
      title={`Size of ${name}`}
      submit="Change size"
      call={{
        accountId,
        title: "Change size",
        call: { kind: "updateCompute", projectId, computeId, update },
      }}
      failed="The size was not changed"
    >
      <FullPath of={path} />
      <Field label="Size in CU" hint={<SizeHint> to scale with the load.</SizeHint>} error={form.faults.size}>
        <TextInput mono value={text} onChange={setText} onFocus={(event) => event.target.select()} />
      </Field>
    </CallFormDialog>
  );
}
