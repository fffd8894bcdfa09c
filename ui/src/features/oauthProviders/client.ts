import { editOfSecret, secretError } from "@/features/base/secrets";
import { UNKNOWN_SECRET } from "@/ipc/bridgeWords";
import type { AddOauthProvider, UpdateOauthProvider } from "@/ipc/generated";
import { WITH_TENANT, words } from "./words";

/** The fields of one's own client at a provider. */
export interface Client {
  id: string;
  secret: string;
  /** The tenant, for Microsoft only. */
  tenant: string;
}

export const NO_CLIENT: Client = { id: "", secret: "", tenant: "" };

export type ClientErrors = { readonly [Part in keyof Client]?: string | undefined };

/** Returns the errors of a new client, which needs an id and a secret. */
export function errorsOfNew(client: Client): ClientErrors {
  const { id, secret } = trimmed(client);
  const missing = (half: string, other: string, what: string) =>
    half !== "" ? undefined : other !== "" ? words.otherHalf : what;
  return {
    id: missing(id, secret, words.clientIdMissing),
    secret: secretError(secret) ?? missing(secret, id, words.secretMissing),
  };
}

/** Returns the errors of a change to a client. An empty field leaves its value as it is. */
export function errorsOfChange(client: Client): ClientErrors {
  const { id, secret, tenant } = trimmed(client);
  const nothing = id === "" && secret === "" && tenant === "";
  return {
    id: nothing ? words.nothingNew : undefined,
    secret: secretError(secret),
  };
}

export function isFine(fieldErrors: ClientErrors): boolean {
  return !Object.values(fieldErrors).some(Boolean);
}

/** Returns the request that adds a provider with a client, or with the platform's client where there is none. */
export function additionOf(provider: string, client: Client | undefined): AddOauthProvider {
  const own = client && trimmed(client);
  return {
    provider,
    clientId: own?.id ?? null,
    clientSecret: own?.secret ?? null,
    microsoftTenantId: (own && tenantOf(provider, own)) ?? null,
  };
}

/** Changes a client: what is empty stays. */
export function changeOf(provider: string, client: Client): UpdateOauthProvider {
  const typed = trimmed(client);
  return {
    clientId: typed.id || null,
    clientSecret: editOfSecret(typed.secret),
    microsoftTenantId: tenantOf(provider, typed),
  };
}

/** The same client for an operation that becomes text. */
export const withoutSecret = (client: Client): Client => ({
  ...client,
  secret: client.secret.trim() && UNKNOWN_SECRET,
});

function tenantOf(provider: string, { tenant }: Client): string | null {
  return provider === WITH_TENANT && tenant !== "" ? tenant : null;
}

function trimmed({ id, secret, tenant }: Client): Client {
  return { id: id.trim(), secret: secret.trim(), tenant: tenant.trim() };
}
