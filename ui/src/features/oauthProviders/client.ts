import { editOfSecret, secretError } from "@/features/base/secrets";
import type { ProjectCallPart } from "@/features/calls/AuthCallButton";
import type { AddOauthProvider, UpdateOauthProvider } from "@/ipc/generated";
import { WITH_TENANT, words } from "./words";

/** One's own client at a provider, as it is typed. */
export interface Client {
  id: string;
  secret: string;
  /** Of Microsoft only. */
  tenant: string;
}

export const NO_CLIENT: Client = { id: "", secret: "", tenant: "" };

export type ClientErrors = { readonly [Part in keyof Client]?: string | undefined };

/** What is wrong with a client that is new: it has both halves. */
export function errorsOfNew(client: Client): ClientErrors {
  const { id, secret } = trimmed(client);
  const missing = (half: string, other: string, what: string) =>
    half !== "" ? undefined : other !== "" ? words.otherHalf : what;
  return {
    id: missing(id, secret, words.clientIdMissing),
    secret: secretError(secret) ?? missing(secret, id, words.secretMissing),
  };
}

/** What is wrong with a change of a client that is set: what is empty stays. */
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

/** Adds a provider with one's own client, or with the platform's where there is none. */
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

/** The same as a call that can be written down: of a secret it says no more than that there is one. */
export function callOfAddition({ provider, clientId, microsoftTenantId }: AddOauthProvider): ProjectCallPart {
  return {
    kind: "addOauthProvider",
    provider: provider ?? "",
    clientId: clientId ?? null,
    microsoftTenantId: microsoftTenantId ?? null,
  };
}

export function callOfChange(
  provider: string,
  { clientId, clientSecret, microsoftTenantId }: UpdateOauthProvider,
): ProjectCallPart {
  return {
    kind: "updateOauthProvider",
    provider,
    clientId: clientId ?? null,
    hasSecret: clientSecret?.kind === "set",
    microsoftTenantId: microsoftTenantId ?? null,
  };
}

function tenantOf(provider: string, { tenant }: Client): string | null {
  return provider === WITH_TENANT && tenant !== "" ? tenant : null;
}

function trimmed({ id, secret, tenant }: Client): Client {
  return { id: id.trim(), secret: secret.trim(), tenant: tenant.trim() };
}
