import { IpcError } from "@/ipc/call";
import type { ErrorCode, ErrorView } from "@/ipc/generated";

/** What the window offers beside an error. `none`: the hint is all there is to do. */
type Remedy =
  | "retry"
  | "startSandbox"
  | "retryKeychain"
  | "replaceKey"
  | "unlock"
  | "reload"
  | "correct"
  | "none";

interface ErrorLook {
  severity: "danger" | "warning" | "info";
  /** What kind of trouble it is, in a few words; the message says what happened. */
  title: string;
  remedy: Remedy;
}

/** How each code is shown. A new code does not compile until it has a line here. */
const LOOKS: Record<ErrorCode, ErrorLook> = {
  invalid: { severity: "danger", title: "That cannot be used", remedy: "correct" },
  offline: { severity: "warning", title: "Not reachable", remedy: "retry" },
  timeout: { severity: "warning", title: "No answer in time", remedy: "retry" },
  rateLimited: { severity: "warning", title: "Too many requests", remedy: "retry" },
  maybeCreated: { severity: "warning", title: "It may have been created", remedy: "reload" },
  notFound: { severity: "warning", title: "Not there", remedy: "reload" },
  platform: { severity: "danger", title: "The platform refused", remedy: "retry" },
  unauthorized: { severity: "danger", title: "The key is not accepted", remedy: "replaceKey" },
  keyNeeded: { severity: "warning", title: "The key is for another address", remedy: "correct" },
  secretLost: { severity: "warning", title: "It is there, and its secret is lost", remedy: "none" },
  exists: { severity: "warning", title: "There is one already", remedy: "correct" },
  readOnly: { severity: "warning", title: "The account is read-only", remedy: "unlock" },
  sandboxStopped: { severity: "info", title: "The sandbox is stopped", remedy: "startSandbox" },
  keychainAbsent: { severity: "warning", title: "No keychain", remedy: "retryKeychain" },
  keychainLocked: { severity: "warning", title: "The keychain is locked", remedy: "retryKeychain" },
  keychainDenied: { severity: "warning", title: "The keychain refused", remedy: "retryKeychain" },
  secretMissing: { severity: "warning", title: "The secrets are not in the keychain", remedy: "none" },
  fileChanged: { severity: "warning", title: "The file changed", remedy: "reload" },
  variablePresent: { severity: "warning", title: "The variable is there already", remedy: "correct" },
  file: { severity: "danger", title: "The file could not be used", remedy: "retry" },
  linkRefused: { severity: "danger", title: "The link was not opened", remedy: "none" },
  programMissing: { severity: "warning", title: "A program is missing", remedy: "retry" },
  database: { severity: "danger", title: "The database refused", remedy: "retry" },
  cancelled: { severity: "info", title: "Stopped", remedy: "retry" },
  internal: { severity: "danger", title: "Something went wrong in Plinth", remedy: "retry" },
};

export function lookOf(code: ErrorCode): ErrorLook {
  return LOOKS[code];
}

/** Whatever was thrown, as a view. Anything but an `IpcError` is a mistake of the window itself. */
export function viewOf(error: unknown): ErrorView {
  if (error instanceof IpcError) {
    const { code, message, hint, requestId, about } = error;
    return { code, message, hint, requestId, about };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "internal", message, hint: null, requestId: null, about: null };
}

/** True when trying the same again can end otherwise, at once or after something was put right elsewhere. */
export function canRetry(code: ErrorCode): boolean {
  return LOOKS[code].remedy !== "none";
}

/** True for what a start of the sandbox puts right. */
export function needsSandbox(error: ErrorView | null): boolean {
  return error !== null && LOOKS[error.code].remedy === "startSandbox";
}

/** True for the three ways in which a keychain is missing, which one panel explains. */
export function isKeychain(code: ErrorCode): boolean {
  return LOOKS[code].remedy === "retryKeychain";
}
