import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";

interface Addresses {
  baseUrl: string;
  instantUrl: string;
}

interface AddressFieldsProps {
  addresses: Addresses;
  wrong: { baseUrl?: string | undefined; instantUrl?: string | undefined };
  onChange(changed: Partial<Addresses>): void;
}

/** Where a platform of one's own is. */
export function AddressFields({ addresses, wrong, onChange }: AddressFieldsProps) {
  return (
    <>
      <Field
        label="Address of the Management API"
        hint="Up to its version. https, or http on this machine."
        error={wrong.baseUrl}
      >
        <TextInput
          mono
          placeholder="https://api.example.com/api/v2"
          value={addresses.baseUrl}
          onChange={(baseUrl) => onChange({ baseUrl })}
        />
      </Field>
      <Field
        label="Address of its temporary databases"
        hint="Where they can be made without a key."
        error={wrong.instantUrl}
        optional
      >
        <TextInput mono value={addresses.instantUrl} onChange={(instantUrl) => onChange({ instantUrl })} />
      </Field>
    </>
  );
}
