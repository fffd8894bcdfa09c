import { call } from "@/ipc/call";
import type { Call } from "@/ipc/generated";
import { type Action, actionOn, type Subjects } from "@/kit/action/action";
import { writeClipboard } from "@/kit/data/clipboard";
import { ask } from "@/kit/overlay/asked";
import { toast } from "@/kit/overlay/toasts";
import type { CallSubject } from "./places";

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

export const FORM_WORDS: Record<TextForm, string> = { curl: "curl", cli: "CLI command" };

/**
 * Copies a call as text from an action. When it cannot be copied, the text is shown instead, or why there is none:
 * nobody is left with a message that passes.
 */
export async function copyAs(form: TextForm, about: CallSubject & { title: string }): Promise<void> {
  const text = call.callText(about.accountId, about.call).then(({ curl, cli }) => {
    const wanted = form === "curl" ? curl : cli;
    if (wanted === null) throw new Error("the command-line client does not have this call");
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
  toast({ title: `Copied as ${FORM_WORDS[form]}`, detail: "The key stands in it as a variable." });
}

interface TextActions<Kind extends keyof Subjects> {
  /** What the ids of the actions begin with: `branch` makes `branch.curl`. */
  id: string;
  about: Kind;
  group: string;
  /** The call that looks at the subject, or lists it. */
  callOf(subject: Subjects[Kind]): CallSubject & { title: string };
}

/** "Copy as curl", "Copy as CLI command" where the client has it, and "Show as text…", for the menu of a subject. */
export function textActions<Kind extends keyof Subjects>(spec: TextActions<Kind>): readonly Action[] {
  const { id, about, group, callOf } = spec;
  return [
    actionOn({
      id: `${id}.curl`,
      about,
      group,
      title: "Copy as curl",
      icon: "terminal",
      keywords: "call request text",
      run: (subject) => copyAs("curl", callOf(subject)),
    }),
    actionOn({
      id: `${id}.cli`,
      about,
      group,
      title: "Copy as CLI command",
      icon: "terminal",
      keywords: "call neonctl text",
      when: (subject) => hasCli(callOf(subject).call),
      run: (subject) => copyAs("cli", callOf(subject)),
    }),
    actionOn({
      id: `${id}.text`,
      about,
      group,
      title: "Show as text…",
      icon: "file",
      keywords: "call curl neonctl request",
      run: (subject) => ask({ dialog: "callText", ...callOf(subject) }),
    }),
  ];
}
