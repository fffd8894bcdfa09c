import { editOfSecret, secretError } from "@/features/base/secrets";
import { UNKNOWN_SECRET } from "@/ipc/bridgeWords";
import type { EmailServerEdit, EmailServerView, ProbeSmtp, TestEmail } from "@/ipc/generated";
import { isOwn, words } from "./words";

/** The fields of one's own email server. */
export interface Draft {
  host: string;
  port: string;
  username: string;
  /** Never that which is set: it does not come back from the platform. */
  password: string;
  senderEmail: string;
  senderName: string;
}

export type FieldErrors = { readonly [Part in keyof Draft]?: string | undefined };

const USUAL_PORT = "587";

/** Returns the fields that the dialog begins with. */
export function draftOf(server: EmailServerView): Draft {
  const own = isOwn(server);
  return {
    host: server.host ?? "",
    port: own ? String(server.port ?? "") : USUAL_PORT,
    username: server.username ?? "",
    password: "",
    senderEmail: server.senderEmail ?? "",
    senderName: server.senderName ?? "",
  };
}

/** Returns the errors of a draft. With `keeps` a password is set that an empty field leaves as it is. */
export function fieldErrorsOf(draft: Draft, { keeps }: { keeps: boolean }): FieldErrors {
  return {
    host: hostError(draft.host),
    port: portError(draft.port),
    username: draft.username.trim() === "" ? words.userMissing : undefined,
    password: passwordError(draft.password, keeps),
    senderEmail: mailboxError(draft.senderEmail),
    senderName: draft.senderName.trim() === "" ? words.nameMissing : undefined,
  };
}

export function passwordError(password: string, keeps: boolean): string | undefined {
  return password === "" && !keeps ? words.passwordMissing : secretError(password);
}

export function isFine(fieldErrors: FieldErrors): boolean {
  return !Object.values(fieldErrors).some(Boolean);
}

/** Whether saving would change something. */
export function isChanged(draft: Draft, server: EmailServerView): boolean {
  if (!isOwn(server) || draft.password !== "") return true;
  const before = trimmed(draftOf(server));
  const now = trimmed(draft);
  return PARTS.some((part) => before[part] !== now[part]);
}

const PARTS = ["host", "port", "username", "senderEmail", "senderName"] as const;

/** Returns the edit that saving sends. */
export function editOf(draft: Draft): EmailServerEdit {
  const { host, port, username, password, senderEmail, senderName } = trimmed(draft);
  return {
    kind: "own",
    host,
    port: Number(port),
    username,
    password: editOfSecret(password),
    senderEmail,
    senderName,
  };
}

/** Returns the request that tries the server. Without a password nobody logs in. */
export function probeOf(draft: Draft): ProbeSmtp {
  const { host, port, username, password } = trimmed(draft);
  return { host, port: Number(port), username: username || null, password: password || null };
}

/** Returns the request that sends a test message through the server. */
export function testOf(draft: Draft, branchId: string, recipient: string): TestEmail {
  const { port, ...server } = trimmed(draft);
  return { ...server, port: Number(port), branchId, recipient: recipient.trim() };
}

/** The same draft for an operation that becomes text. */
export const withoutPassword = (draft: Draft): Draft => ({
  ...draft,
  password: draft.password && UNKNOWN_SECRET,
});

/** Whether the same server would be tried with both. */
export function sameServer(one: Draft, other: Draft): boolean {
  return (["host", "port", "username", "password"] as const).every((part) => one[part] === other[part]);
}

/** A password may begin or end with a blank; nothing else does. */
function trimmed(draft: Draft): Draft {
  return {
    host: draft.host.trim(),
    port: draft.port.trim(),
    username: draft.username.trim(),
    password: draft.password,
    senderEmail: draft.senderEmail.trim(),
    senderName: draft.senderName.trim(),
  };
}

const LONGEST_MAILBOX = 256;
const LONGEST_HOST = 253;
const LABEL = /^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)$/u;

function isHost(text: string): boolean {
  return text.length <= LONGEST_HOST && text.split(".").every((label) => LABEL.test(label));
}

function isIp6(text: string): boolean {
  return /^[\da-f:]*:[\da-f:]*:[\da-f:.]*$/i.test(text);
}

/** Why a text is no name of a server; nothing for one that can be. */
export function hostError(typed: string): string | undefined {
  const host = typed.trim();
  if (host === "") return words.hostMissing;
  if (isHost(host) || isIp6(host)) return undefined;
  return words.hostErrorText;
}

export function portError(typed: string): string | undefined {
  const port = typed.trim();
  if (port === "") return words.portMissing;
  const number = /^\d{1,6}$/.test(port) ? Number(port) : 0;
  return number >= 1 && number <= 65_535 ? undefined : words.portErrorText;
}

/** Why a text is no address of a mailbox. The platform looks closer than this does. */
export function mailboxError(typed: string): string | undefined {
  const address = typed.trim();
  if (address === "") return words.mailboxMissing;
  if ([...address].length > LONGEST_MAILBOX) return words.mailboxLong(LONGEST_MAILBOX);
  const at = address.lastIndexOf("@");
  const user = address.slice(0, Math.max(at, 0));
  const fits = user !== "" && !/[\s@]|\p{Cc}/u.test(user) && isHost(address.slice(at + 1));
  return fits ? undefined : words.mailboxErrorText;
}
