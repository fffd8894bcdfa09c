import { actionsOn } from "@/features/base/actions";
import { type AccountOperation, callText, type Kind } from "@/ipc/call";
import type { Action, Subjects } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { openDialog } from "@/kit/overlay/dialogs";
import { toast } from "@/kit/overlay/toasts";
import { ACTIONS } from "./words";

/** The operations that the platform's command-line client has as well. */
const OF_THE_CLIENT: ReadonlySet<string> = new Set<Kind>([
  "projectPage",
  "projectGet",
  "projectCreate",
  "projectUpdate",
  "projectDelete",
  "projectRecover",
]);

export function hasCli({ kind }: { kind: string }): boolean {
  return OF_THE_CLIENT.has(kind);
}

export type TextForm = "curl" | "cli";

/**
 * Copies an operation as text from an action. When it cannot be copied, the text is shown instead, or why there is none:
 * nobody is left with a message that passes.
 */
export async function copyAs(form: TextForm, subject: CallSubject): Promise<void> {
  const text = callText(subject.operation, subject.psql).then(({ curl, cli }) => {
    const wanted = form === "curl" ? curl : cli;
    if (wanted === null) throw new Error(ACTIONS.notAll);
    return wanted;
  });
  try {
    await writeClipboard(text);
    copiedAs(form);
  } catch {
    openDialog({ dialog: "callText", ...subject });
  }
}

export function copiedAs(form: TextForm): void {
  toast({ title: form === "curl" ? ACTIONS.curlCopied : ACTIONS.cliCopied, detail: ACTIONS.keyIsVariable });
}

interface TextActions<Of extends keyof Subjects> {
  /** The beginning of the actions' ids: `branch` makes `branch.curl`. */
  id: string;
  about: Of;
  group: string;
  /** The platform's command-line client has the operation. */
  cli?: boolean;
  /** Returns the value that "Copy as JSON" copies, where that is offered. */
  json?(subject: Subjects[Of]): unknown;
  /** The message after it: "Branch copied as JSON". */
  copied?: string;
  /** The operation that reads the subject, or lists it. */
  callOf(subject: Subjects[Of]): CallSubject;
}

/** With `json` "Copy as JSON", then "Copy as curl", with `cli` "Copy as CLI command", and "Show as text…", for the menu of a subject. */
export function textActions<Of extends keyof Subjects>(spec: TextActions<Of>): readonly Action[] {
  const { id, about, group, cli = false, json, copied = ACTIONS.jsonCopied, callOf } = spec;
  const asJson = json && {
    id: `${id}.json`,
    title: ACTIONS.json,
    text: (subject: Subjects[Of]) => jsonText(json(subject)),
    copied,
  };
  const asCommand = cli && {
    id: `${id}.cli`,
    title: ACTIONS.cli,
    icon: "terminal" as const,
    keywords: "call neonctl text",
    run: (subject: Subjects[Of]) => copyAs("cli", callOf(subject)),
  };
  return actionsOn<Of>({ about, group }, [
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

/** An operation to be shown as text. */
export interface CallSubject {
  operation: AccountOperation;
  /** The title over the text, such as "Delete shop-prod". */
  title: string;
  /** More arguments of psql, which is opened right after. */
  psql?: readonly string[] | null;
}

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    callText: CallSubject;
  }
}
