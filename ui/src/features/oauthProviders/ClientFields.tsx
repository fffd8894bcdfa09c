import { KeyField } from "@/features/accounts/KeyField";
import type { OauthProviderView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import type { Client, ClientFaults } from "./client";
import { providerWord, WITH_TENANT } from "./words";

interface ClientFieldsProps {
  /** The provider's id. */
  provider: string;
  client: Client;
  onChange(changed: Partial<Client>): void;
  faults: ClientFaults;
  /** A client is set already: what is left empty stays. */
  kept?: boolean;
  /** What the platform reports of it. */
  known?: OauthProviderView | undefined;
}

const STAYS = "Leave empty to keep it.";

/** One's own client at a provider. Its secret is written only, and never comes back. */
export function ClientFields(props: ClientFieldsProps) {
  const { provider, client, onChange, faults, kept = false, known } = props;
  const word = providerWord(provider);
  const stays = (now: string | null | undefined) => (now ? `Now ${now}. ${STAYS}` : STAYS);
  return (
    <>
      <Field
        label="Client ID"
        hint={kept ? stays(known?.clientId) : `From the app you registered${word && ` at ${word}`}.`}
        error={faults.id}
      >
        <TextInput value={client.id} onChange={(id) => onChange({ id })} mono />
      </Field>
      <KeyField
        label="Client secret"
        value={client.secret}
        onChange={(secret) => onChange({ secret })}
        hint={kept ? STAYS : "Sent to the platform and never shown again."}
        error={faults.secret}
      />
      {provider === WITH_TENANT && (
        <Field
          label="Tenant ID"
          hint={kept ? stays(known?.microsoftTenantId) : "Limits sign-in to one directory."}
          optional
        >
          <TextInput value={client.tenant} onChange={(tenant) => onChange({ tenant })} mono />
        </Field>
      )}
    </>
  );
}
