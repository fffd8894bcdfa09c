import { IpcError } from "@/ipc/call";
import type { ErrorCode, ErrorView } from "@/ipc/generated";
import { errors } from "@/ipc/words";
import { capital, sentence } from "./format";

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
  remedy: Remedy;
}

/** How each code is shown. A new code does not compile until it has a line here. */
const LOOKS: Record<ErrorCode, ErrorLook> = {
  invalid: { severity: "danger", remedy: "correct" },
  offline: { severity: "warning", remedy: "retry" },
  timeout: { severity: "warning", remedy: "retry" },
  rateLimited: { severity: "warning", remedy: "retry" },
  maybeCreated: { severity: "warning", remedy: "reload" },
  notFound: { severity: "warning", remedy: "reload" },
  platform: { severity: "danger", remedy: "retry" },
  unauthorized: { severity: "danger", remedy: "replaceKey" },
  keyNeeded: { severity: "warning", remedy: "correct" },
  secretLost: { severity: "warning", remedy: "none" },
  exists: { severity: "warning", remedy: "correct" },
  readOnly: { severity: "warning", remedy: "unlock" },
  sandboxStopped: { severity: "info", remedy: "startSandbox" },
  keychainAbsent: { severity: "warning", remedy: "retryKeychain" },
  keychainLocked: { severity: "warning", remedy: "retryKeychain" },
  keychainDenied: { severity: "warning", remedy: "retryKeychain" },
  secretMissing: { severity: "warning", remedy: "none" },
  fileChanged: { severity: "warning", remedy: "reload" },
  variablePresent: { severity: "warning", remedy: "correct" },
  file: { severity: "danger", remedy: "retry" },
  linkRefused: { severity: "danger", remedy: "none" },
  programMissing: { severity: "warning", remedy: "retry" },
  database: { severity: "danger", remedy: "retry" },
  cancelled: { severity: "info", remedy: "retry" },
  internal: { severity: "danger", remedy: "retry" },
};

/** `title`: what kind of trouble it is, in a few words; the message says what happened. */
export function lookOf(code: ErrorCode): ErrorLook & { title: string } {
  return { ...LOOKS[code], title: errors[code].word };
}

/** What failed and what to do, in sentences: the one place that joins the two. */
export function failureText({ message, hint }: { message: string; hint?: string | null }): string {
  return hint ? `${sentence(message)} ${sentence(hint)}` : sentence(message);
}

/** What comes from the platform or from the way there: such a message says first what was asked of it. */
const OF_PLATFORM: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "offline",
  "timeout",
  "rateLimited",
  "maybeCreated",
  "notFound",
  "platform",
  "unauthorized",
  "readOnly",
  "cancelled",
]);

const ASKED = /^Couldn['’]t [^:]+?( after \d+ tries in [\d.]+ s)?: (?=\S)/;

/** The same under a title that says what failed: the reason alone. */
export function reasonText(view: Pick<ErrorView, "code" | "message" | "hint">): string {
  if (!OF_PLATFORM.has(view.code)) return failureText(view);
  const message = view.message.replace(ASKED, (_all, tries?: string) => (tries ? `${tries.trim()}: ` : ""));
  // A host keeps its small letter.
  const begins = message !== view.message && /^\p{Ll}+\s/u.test(message);
  return failureText({ message: begins ? capital(message) : message, hint: view.hint });
}

/** Whatever was thrown, as a view. Anything but an `IpcError` is a mistake of the window itself. */
export function viewOf(error: unknown): ErrorView {
  if (error instanceof IpcError) {
    const { code, message, hint, requestId, about } = error;
    return { code, message, hint, requestId, about };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "internal", message, hint: errors.internal.hint, requestId: null, about: null };
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
