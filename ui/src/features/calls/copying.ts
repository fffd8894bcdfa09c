import { actionsOn } from "@/features/base/actions";
import { call } from "@/ipc/call";
import type { Call } from "@/ipc/generated";
import type { Action, Subjects } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { openDialog } from "@/kit/overlay/dialogs";
import { toast } from "@/kit/overlay/toasts";
import { ACTIONS } from "./words";

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

export type TextForm = "curl" | "cli";

/**
 * Copies a call as text from an action. When it cannot be copied, the text is shown instead, or why there is none:
 * nobody is left with a message that passes.
 */
export async function copyAs(form: TextForm, about: CallSubject & { title: string }): Promise<void> {
  const text = call.callText(about.accountId, about.call).then(({ curl, cli }) => {
    const wanted = form === "curl" ? curl : cli;
    if (wanted === null) throw new Error(ACTIONS.notAll);
    return wanted;
  });
  try {
    await writeClipboard(text);
    copiedAs(form);
  } catch {
    openDialog({ dialog: "callText", ...about });
  }
}

export function copiedAs(form: TextForm): void {
  toast({ title: form === "curl" ? ACTIONS.curlCopied : ACTIONS.cliCopied, detail: ACTIONS.keyIsVariable });
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
  const { id, about, group, cli = false, json, copied = ACTIONS.jsonCopied, callOf } = spec;
  const asJson = json && {
    id: `${id}.json`,
    title: ACTIONS.json,
    text: (subject: Subjects[Kind]) => jsonText(json(subject)),
    copied,
  };
  const asCommand = cli && {
    id: `${id}.cli`,
    title: ACTIONS.cli,
    icon: "terminal" as const,
    keywords: "call neonctl text",
    run: (subject: Subjects[Kind]) => copyAs("cli", callOf(subject)),
  };
  return actionsOn<Kind>({ about, group }, [
    ...(asJson ? [asJson] : []),
    {
      id: `${id}.curl`,
      title: ACTIONS.curl,
      icon: "terminal",
      keywords: "call request text",
      run: (subject) => copyAs("curl", callOf(subject)),
    },
    ...(asCommand ? [asCommand] : []),
    {
      id: `${id}.text`,
      title: ACTIONS.show,
      icon: "file",
      keywords: "call curl neonctl request",
      run: (subject) => openDialog({ dialog: "callText", ...callOf(subject) }),
    },
  ]);
}

/** A click as text: on which account, and what it asks for. */
export interface CallSubject {
  accountId: string;
  call: Call;
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    /** `title`: what the click does, such as "Delete shop-prod". */
    callText: CallSubject & { title: string };
  }
}
