import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { OPTIONS } from "./words";

interface AddressFieldProps {
  value: string;
  error: string | undefined;
  onChange(address: string): void;
}

/** The address of an instant service that is neither the sandbox nor the hosted one. */
export function AddressField({ value, error, onChange }: AddressFieldProps) {
  return (
    <Field label={OPTIONS.address} error={error} hint={OPTIONS.addressHint}>
      <TextInput mono value={value} onChange={onChange} placeholder="https://instant.example.com" />
    </Field>
  );
}
