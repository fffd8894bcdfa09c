import type { ReactNode, Ref } from "react";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";

interface SecretFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  error?: string | undefined;
  hint: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** Where a secret is typed or pasted: never shown, and no password manager is asked to keep it. */
export function SecretField({ label, value, onChange, error, hint, ref }: SecretFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <TextInput
        ref={ref}
        type="password"
        mono
        autoComplete="new-password"
        data-1p-ignore
        value={value}
        onChange={onChange}
      />
    </Field>
  );
}
