import { RadioGroup } from "@/kit/control/RadioGroup";
import { ClientFields } from "./ClientFields";
import type { Client, ClientFaults } from "./client";
import { providerWord } from "./words";

/** Whose credentials a provider uses. */
export type CredentialsKind = "shared" | "own";

interface CredentialsFieldsProps {
  provider: string;
  kind: CredentialsKind;
  onKind(kind: CredentialsKind): void;
  client: Client;
  onClient(changed: Partial<Client>): void;
  faults: ClientFaults;
}

/** The platform's credentials or one's own. What was typed stays while the choice is turned over. */
export function CredentialsFields(props: CredentialsFieldsProps) {
  const { provider, kind, onKind, client, onClient, faults } = props;
  const word = providerWord(provider) || "the provider";
  return (
    <>
      <RadioGroup
        label="Credentials"
        options={[
          {
            value: "shared",
            label: "The platform’s",
            hint: "Works at once. Fine to try out, not for production.",
          },
          {
            value: "own",
            label: "Own",
            hint: `For production: people see your app’s name when they sign in, and its limits are yours. Register it at ${word} first.`,
          },
        ]}
        value={kind}
        onChange={onKind}
      />
      {kind === "own" && (
        <ClientFields provider={provider} client={client} onChange={onClient} faults={faults} />
      )}
    </>
  );
}
