import type { AuthIntegrationView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";

interface IntegrationSelectProps {
  integrations: readonly AuthIntegrationView[];
  value: AuthIntegrationView;
  onChange(provider: string): void;
}

/** Which integration is shown, where a project has several. */
export function IntegrationSelect({ integrations, value, onChange }: IntegrationSelectProps) {
  return (
    <Field
      label="Integration"
      hint={`This project has ${integrations.length}. What is below is of this one.`}
    >
      <Select
        options={integrations.map(({ provider, providerProjectId }) => ({
          value: provider,
          label: provider,
          detail: providerProjectId,
        }))}
        value={value.provider}
        onChange={onChange}
      />
    </Field>
  );
}
