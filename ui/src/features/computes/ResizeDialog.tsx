import { useState } from "react";
import { readSize, sizeText } from "@/features/base/computeSize";
import { SizeHint } from "@/features/base/SizeFields";
import { useForm } from "@/features/base/useForm";
import { SIZE } from "@/features/base/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { UpdateCompute } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { FullPath } from "@/kit/data/FullPath";
import type { ComputeDialogSubject } from "./ComputeDialog";
import { resizingOf } from "./mutations";
import { RESIZE } from "./words";

/** How large a compute is: one size, or a range to scale with the load. */
export function ResizeDialog({ compute, path, ...ref }: ComputeDialogSubject) {
  const [text, setText] = useState(() => sizeText(compute.size));
  const size = readSize(text);
  const update: UpdateCompute =
    "fieldError" in size ? {} : { size: { minCu: size.minCu, maxCu: size.maxCu } };
  const form = useForm(resizingOf(ref), {
    fieldErrors: {
      size: "fieldError" in size ? size.fieldError : size.minCu === null ? SIZE.missing : undefined,
    },
    refusals: { invalid: "size" },
    input: () => update,
  });
  return (
    <CallFormDialog
      form={form}
      size="small"
      title={RESIZE.title}
      submit={RESIZE.submit}
      call={RESIZE.submit}
      failed={RESIZE.failed}
    >
      <FullPath of={path} />
      <Field label={SIZE.label} hint={<SizeHint>{SIZE.scales}</SizeHint>} error={form.fieldErrors.size}>
        <TextInput mono value={text} onChange={setText} onFocus={(event) => event.target.select()} />
      </Field>
    </CallFormDialog>
  );
}
