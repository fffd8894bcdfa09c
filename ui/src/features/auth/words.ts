import type { AuthIntegrationView } from "@/ipc/generated";

/** The platform's word for an auth project that somebody took into an account of their own. */
const TAKEN = "user";

/** Whether the auth project belongs to an account of one's own at the auth provider. */
export function isOwn({ ownedBy }: Pick<AuthIntegrationView, "ownedBy">): boolean {
  return ownedBy === TAKEN;
}

/** Who owns the auth project. */
export function ownerWord(integration: AuthIntegrationView): string {
  if (integration.ownedBy === null) return "Not reported";
  return isOwn(integration) ? "Your own account at the auth provider" : "The platform, on your behalf";
}

const TRANSFER: Record<string, string> = {
  initiated: "Started, waiting for confirmation on the link’s page",
  finished: "Finished",
};

/** How far a transfer is; nothing where none was begun. */
export function transferWord({ transferStatus }: AuthIntegrationView): string | undefined {
  return transferStatus === null ? undefined : (TRANSFER[transferStatus] ?? transferStatus);
}

/** Why the auth project cannot be handed over. */
export function transferBlocked(integration: AuthIntegrationView): string | undefined {
  return isOwn(integration) ? "Your account already owns it" : undefined;
}

/** The host of a link, with its port where that is not the usual one; nothing for what is no link. */
export function hostOf(link: string): string | undefined {
  return URL.canParse(link) ? new URL(link).host : undefined;
}

/** The longest name of a user, in characters. */
const MOST_NAME = 255;

/** Why a name cannot be that of a user. None at all will do. */
export function faultOfUserName(typed: string): string | undefined {
  const length = [...typed.trim()].length;
  if (length > MOST_NAME) return `The name has ${length} characters. Use at most ${MOST_NAME}.`;
  if (/\p{Cc}/u.test(typed)) return "Use visible characters only.";
  return undefined;
}

/** Why a text cannot be a trusted domain. */
export function faultOfDomain(typed: string): string | undefined {
  const domain = typed.trim();
  if (domain === "") return "Enter a domain with its scheme, such as https://shop.example.com.";
  if (!/^https?:\/\//i.test(domain)) return "Start with https:// (or http:// for an app on this machine).";
  if (!URL.canParse(domain)) return "Not a valid address. Example: https://shop.example.com.";
  const { username, password, pathname, search, hash } = new URL(domain);
  if (username || password) return "Leave out the user name and the password.";
  if (pathname !== "/" || search || hash) return "Use only scheme, host and port.";
  return undefined;
}
