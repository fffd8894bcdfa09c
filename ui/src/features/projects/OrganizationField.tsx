import { COMMON } from "@/features/base/words";
import type { OrganizationView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { AUTO } from "./draft";
import { CREATE } from "./words";

interface OrganizationFieldProps {
  organizations: readonly OrganizationView[];
  /** Whether the platform wants one named. */
  needed: boolean;
  /** An id, or `AUTO`. */
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** Whose a new project is; absent where there is nothing to choose. */
export function OrganizationField({ organizations, needed, value, error, onChange }: OrganizationFieldProps) {
  if (organizations.length === 0) return null;
  return (
    <Field label={COMMON.organization} error={error}>
      <Select<string>
        options={[
          ...(needed ? [] : [{ value: AUTO, label: CREATE.accountDefault }]),
          ...organizations.map(({ id, name }) => ({ value: id, label: name, detail: id })),
        ]}
        value={needed && value === AUTO ? null : value}
        placeholder={CREATE.chooseOrganization}
        onChange={onChange}
      />
    </Field>
  );
}
