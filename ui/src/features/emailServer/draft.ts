import { editOfSecret, secretError } from "@/features/base/secrets";
import type { ProjectCallPart } from "@/features/calls/AuthCallButton";
import type { EmailServerEdit, EmailServerView, MailServerText, ProbeSmtp, TestEmail } from "@/ipc/generated";
import { isOwn, words } from "./words";

/** One's own email server as it is typed. */
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

/** What the fields begin with. */
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

/** What is wrong with a draft. With `keeps` a password is set that an empty field leaves as it is. */
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

/** What saving sends. */
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

/** What trying the server sends. Without a password nobody logs in. */
export function probeOf(draft: Draft): ProbeSmtp {
  const { host, port, username, password } = trimmed(draft);
  return { host, port: Number(port), username: username || null, password: password || null };
}

/** What sending a test message through the server takes. */
export function testOf(draft: Draft, branchId: string, recipient: string): TestEmail {
  const { port, ...server } = trimmed(draft);
  return { ...server, port: Number(port), branchId, recipient: recipient.trim() };
}

/** The same as calls that can be written down: of the password they say no more than that there is one. */
export function callOfEdit(draft: Draft): ProjectCallPart {
  const hasPassword = editOfSecret(draft.password).kind === "set";
  return { kind: "updateEmailServer", server: textOf(draft), hasPassword };
}

export function callOfTest(draft: Draft, branchId: string, recipient: string): ProjectCallPart {
  return { kind: "sendTestEmail", branchId, server: textOf(draft), recipient: recipient.trim() };
}

function textOf(draft: Draft): MailServerText {
  const { host, port, username, senderEmail, senderName } = trimmed(draft);
  return { host, port: Number(port), username, senderEmail, senderName };
}

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
