import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { providerWord } from "./words";

/** The choice of a provider that the list does not have. */
export const ANOTHER = "another";

interface ProviderFieldProps {
  /** Ids of the providers that the platform names and that are not there yet. */
  options: readonly string[];
  value: string;
  onChange(choice: string): void;
  /** The id of another one. */
  typed: string;
  onType(id: string): void;
  error: string | undefined;
}

/** Which provider: one that the platform names, or the id of another. */
export function ProviderField({ options, value, onChange, typed, onType, error }: ProviderFieldProps) {
  return (
    <>
      <Field label="Provider">
        <Select
          options={[
            ...options.map((id) => ({ value: id, label: providerWord(id) })),
            { value: ANOTHER, label: "Another one…" },
          ]}
          value={value}
          onChange={onChange}
        />
      </Field>
      {value === ANOTHER && (
        <Field
          label="Provider ID"
          hint="As the platform writes it, such as github. It says when it does not have it."
          error={error}
        >
          <TextInput value={typed} onChange={onType} mono />
        </Field>
      )}
    </>
  );
}
