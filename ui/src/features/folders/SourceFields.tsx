import { AddressField } from "@/features/temporary/AddressField";
import { serviceOptions } from "@/features/temporary/OptionsFields";
import type { InstantServiceView } from "@/ipc/generated";
import { RadioGroup } from "@/kit/control/RadioGroup";
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
        <AddressField
          value={draft.address}
          onChange={(address) => onChange({ address })}
          error={fieldErrors.address}
        />
      )}
      {draft.place === BRANCH && <BranchFields draft={draft} fieldErrors={fieldErrors} onChange={onChange} />}
    </>
  );
}
