import { actionsOn } from "@/features/base/actions";
import { call } from "@/ipc/call";
import type { Call } from "@/ipc/generated";
import type { Action, Subjects } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { ask } from "@/kit/overlay/asked";
import { toast } from "@/kit/overlay/toasts";

/** The calls that the platform's command-line client has as well. */
const OF_THE_CLIENT: ReadonlySet<Call["kind"]> = new Set<Call["kind"]>([
  "listProjects",
  "getProject",
  "createProject",
  "updateProject",
  "deleteProject",
  "recoverProject",
]);

export function hasCli({ kind }: Call): boolean {
  return OF_THE_CLIENT.has(kind);
}

/** Why there is no command although the client has the call. */
export const NOT_ALL = "The CLI doesn’t support all of these options";

export type TextForm = "curl" | "cli";

/** What is said once a list or a detail was copied as JSON. */
export const JSON_COPIED = "Copied as JSON";

/** What is said where the clipboard did not take it. */
export const NOT_COPIED = "Couldn’t copy";

export const FORM_WORDS: Record<TextForm, string> = { curl: "curl", cli: "CLI command" };

/**
 * Copies a call as text from an action. When it cannot be copied, the text is shown instead, or why there is none:
 * nobody is left with a message that passes.
 */
export async function copyAs(form: TextForm, about: CallSubject & { title: string }): Promise<void> {
  const text = call.callText(about.accountId, about.call).then(({ curl, cli }) => {
    const wanted = form === "curl" ? curl : cli;
    if (wanted === null) throw new Error(NOT_ALL);
    return wanted;
  });
  try {
    await writeClipboard(text);
    copiedAs(form);
  } catch {
    ask({ dialog: "callText", ...about });
  }
}

export function copiedAs(form: TextForm): void {
  toast({ title: `Copied as ${FORM_WORDS[form]}`, detail: "The key is included as a variable." });
}

interface TextActions<Kind extends keyof Subjects> {
  /** What the ids of the actions begin with: `branch` makes `branch.curl`. */
  id: string;
  about: Kind;
  group: string;
  /** The platform's command-line client has the call. */
  cli?: boolean;
  /** What "Copy as JSON" copies, where that is offered. */
  json?(subject: Subjects[Kind]): unknown;
  /** What is said after it: "Branch copied as JSON". */
  copied?: string;
  /** The call that looks at the subject, or lists it. */
  callOf(subject: Subjects[Kind]): CallSubject & { title: string };
}

/** With `json` "Copy as JSON", then "Copy as curl", with `cli` "Copy as CLI command", and "Show as text…", for the menu of a subject. */
export function textActions<Kind extends keyof Subjects>(spec: TextActions<Kind>): readonly Action[] {
  const { id, about, group, cli = false, json, copied = JSON_COPIED, callOf } = spec;
  const asJson = json && {
    id: `${id}.json`,
    title: "Copy as JSON",
    text: (subject: Subjects[Kind]) => jsonText(json(subject)),
    copied,
  };
  const asCommand = cli && {
    id: `${id}.cli`,
    title: "Copy as CLI command",
    icon: "terminal" as const,
    keywords: "call neonctl text",
    run: (subject: Subjects[Kind]) => copyAs("cli", callOf(subject)),
  };
  return actionsOn<Kind>({ about, group }, [
    ...(asJson ? [asJson] : []),
    {
      id: `${id}.curl`,
      title: "Copy as curl",
      icon: "terminal",
      keywords: "call request text",
      run: (subject) => copyAs("curl", callOf(subject)),
    },
    ...(asCommand ? [asCommand] : []),
    {
      id: `${id}.text`,
      title: "Show as text…",
      icon: "file",
      keywords: "call curl neonctl request",
      run: (subject) => ask({ dialog: "callText", ...callOf(subject) }),
    },
  ]);
}

/** A click as text: on which account, and what it asks for. */
export interface CallSubject {
  accountId: string;
  call: Call;
}

declare module "@/kit/overlay/asked" {
  interface Dialogs {
    /** `title`: what the click does, such as "Delete shop-prod". */
    callText: CallSubject & { title: string };
  }
}
