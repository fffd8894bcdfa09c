import type { ConnectFormView, ConnectView, FormId } from "@/ipc/generated";

/** Forms that have their own place outside the tabs. */
const ELSEWHERE: ReadonlySet<FormId> = new Set<FormId>(["ca", "claimLink"]);

/** The forms as they are shown: each string on a tab of its own, programs and settings in one list. */
interface FormGroups {
  strings: readonly ConnectFormView[];
  programs: readonly ConnectFormView[];
}

/** From how many programs on they are chosen from a list instead of standing as tabs. */
const LIST_FROM = 3;

export function groupsOf({ forms }: ConnectView): FormGroups {
  const shown = forms.filter((form) => !ELSEWHERE.has(form.id));
  const programs = shown.filter(({ group }) => group !== "string");
  if (programs.length < LIST_FROM) return { strings: shown, programs: [] };
  return { strings: shown.filter(({ group }) => group === "string"), programs };
}

/** The forms that every connection has, and no other secret. */
const OPENS: ReadonlySet<FormId> = new Set<FormId>(["pooled", "direct"]);

/** Whether a program can connect with it, or it is one secret alone. */
export function isConnection({ forms }: ConnectView): boolean {
  return opens(forms.map(({ id }) => id));
}

/** The same by the forms alone. What is shown in forms that are not known is a connection. */
export function opens(forms: readonly FormId[] | undefined): boolean {
  return forms === undefined || forms.some((id) => OPENS.has(id));
}

/** Whether it has lines for an env file. */
export function isWritten({ forms }: ConnectView): boolean {
  return forms.some(({ id }) => id === "env");
}

/** Why two strings are the same is one sentence about both, in place of one about each. */
export function noteOf({ id, note }: ConnectFormView, view: ConnectView): string | null {
  const same = view.pooledEqualsDirect ? view.pooledNote : null;
  return id === "pooled" || id === "direct" ? (same ?? note) : note;
}
