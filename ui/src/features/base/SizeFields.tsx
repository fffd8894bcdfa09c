import type { ReactNode } from "react";
import { COMMON, SIZE } from "@/features/base/words";
import type { ComputeSizeView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { sizeText, suspendOptions } from "./computeSize";

interface SizeFieldsProps {
  /** As typed. */
  size: string;
  /** Seconds as text. */
  suspend: string;
  /** What it gets when nothing is typed. */
  usual: ComputeSizeView | undefined;
  fieldError: string | undefined;
  /** What may be typed and what nothing means, where that is not the project's own. */
  hint?: ReactNode;
  onChange(changed: { size?: string; suspend?: string }): void;
}

const PROJECTS_OWN = <SizeHint>{SIZE.projectsOwn}</SizeHint>;

/** The size of a compute as one field, and when it is suspended. */
export function SizeFields(props: SizeFieldsProps) {
  const { size, suspend, usual, fieldError, hint = PROJECTS_OWN, onChange } = props;
  const placeholder = usual && sizeText(usual);
  return (
    <FieldPair>
      <Field label={SIZE.label} optional hint={hint} error={fieldError}>
        <TextInput
          mono
          value={size}
          onChange={(next) => onChange({ size: next })}
          {...(placeholder && { placeholder })}
        />
      </Field>
      <Field label={COMMON.suspendTimeout}>
        <Select
          options={suspendOptions(Number(suspend))}
          value={suspend}
          onChange={(next) => onChange({ suspend: next })}
        />
      </Field>
    </FieldPair>
  );
}

/** How a size is typed, and a sentence on what comes of it. */
export function SizeHint({ children }: { children?: string }) {
  return (
    <>
      {SIZE.hint} {children}
    </>
  );
}
