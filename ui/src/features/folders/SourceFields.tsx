import { serviceOptions } from "@/features/temporary/OptionsFields";
import { OPTIONS } from "@/features/temporary/words";
import type { InstantServiceView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { TextInput } from "@/kit/control/TextInput";
import { BranchFields } from "./BranchFields";
import { BRANCH, placeOf, type SettingsDraft, type SettingsErrors } from "./settings";
import { SOURCE } from "./words";

interface SourceFieldsProps {
  draft: SettingsDraft;
  fieldErrors: SettingsErrors;
  services: readonly InstantServiceView[];
  onChange(changed: Partial<SettingsDraft>): void;
}

/** Where a folder's database comes from: the sandbox, an instant service, or a branch of a project. */
export function SourceFields({ draft, fieldErrors, services, onChange }: SourceFieldsProps) {
  const options = [
    ...serviceOptions(services).map((option) => ({ ...option, value: placeOf(option.value, services) })),
    { value: BRANCH, label: SOURCE.branch, hint: SOURCE.branchHint },
  ];
  return (
    <>
      <RadioGroup
        label={SOURCE.label}
        options={options}
        value={draft.place}
        onChange={(place) => onChange({ place })}
      />
      {draft.place === "custom" && (
        <Field label={OPTIONS.address} error={fieldErrors.address} hint={OPTIONS.addressHint}>
          <TextInput
            mono
            value={draft.address}
            onChange={(address) => onChange({ address })}
            placeholder="https://instant.example.com"
          />
        </Field>
      )}
      {draft.place === BRANCH && <BranchFields draft={draft} fieldErrors={fieldErrors} onChange={onChange} />}
    </>
  );
}
