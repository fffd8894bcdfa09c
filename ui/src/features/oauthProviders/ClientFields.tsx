import type { OauthProviderView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { SecretField } from "@/kit/control/SecretField";
import { TextInput } from "@/kit/control/TextInput";
import type { Client, ClientErrors } from "./client";
import { providerWord, WITH_TENANT, words } from "./words";

interface ClientFieldsProps {
  /** The provider's id. */
  provider: string;
  client: Client;
  onChange(changed: Partial<Client>): void;
  fieldErrors: ClientErrors;
  /** A client is set already: what is left empty stays. */
  kept?: boolean;
  /** What the platform reports of it. */
  known?: OauthProviderView | undefined;
}

/** One's own client at a provider. Its secret is written only, and never comes back. */
export function ClientFields(props: ClientFieldsProps) {
  const { provider, client, onChange, fieldErrors, kept = false, known } = props;
  const word = providerWord(provider);
  const stays = (now: string | null | undefined) => (now ? words.staysFrom(now) : words.stays);
  return (
    <>
      <Field
        label={words.clientId}
        hint={kept ? stays(known?.clientId) : word ? words.clientIdHintAt(word) : words.clientIdHint}
        error={fieldErrors.id}
      >
        <TextInput value={client.id} onChange={(id) => onChange({ id })} mono />
      </Field>
      <SecretField
        label={words.secret}
        value={client.secret}
        onChange={(secret) => onChange({ secret })}
        hint={kept ? words.stays : words.secretHint}
        error={fieldErrors.secret}
      />
      {provider === WITH_TENANT && (
        <Field label={words.tenant} hint={kept ? stays(known?.microsoftTenantId) : words.tenantHint} optional>
          <TextInput value={client.tenant} onChange={(tenant) => onChange({ tenant })} mono />
        </Field>
      )}
    </>
  );
}
