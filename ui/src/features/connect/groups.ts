import type { ConnectFormView, ConnectView, FormId } from "@/ipc/generated";

/** Forms that have their own place outside the tabs. */
const ELSEWHERE: ReadonlySet<FormId> = new Set<FormId>(["ca", "claimLink"]);

/** The forms as they are shown: each string on a tab of its own, programs and settings in one list. */
interface FormGroups {
  /** The connection string, once for each way there is. */
  urls: readonly ConnectFormView[];
  strings: readonly ConnectFormView[];
  programs: readonly ConnectFormView[];
}

/** From how many programs on they are chosen from a list instead of standing as tabs. */
const LIST_FROM = 3;

export function groupsOf({ forms }: ConnectView): FormGroups {
  const urls = forms.filter(({ id }) => isWay(id));
  const shown = forms.filter(({ id }) => !ELSEWHERE.has(id) && !isWay(id));
  const programs = shown.filter(({ group }) => group !== "string");
  if (programs.length < LIST_FROM) return { urls, strings: shown, programs: [] };
  return { urls, strings: shown.filter(({ group }) => group === "string"), programs };
}

/** The forms that every connection has, and no other secret. */
const WAYS: ReadonlySet<FormId> = new Set<FormId>(["pooled", "direct"]);

/** Whether it is the connection string, by one way or the other. */
export const isWay = (id: FormId) => WAYS.has(id);

/** Whether a program can connect with it, or it is one secret alone. */
export function isConnection({ forms }: ConnectView): boolean {
  return opens(forms.map(({ id }) => id));
}

/** The same by the forms alone. What is shown in forms that are not known is a connection. */
export function opens(forms: readonly FormId[] | undefined): boolean {
  return forms === undefined || forms.some(isWay);
}

/** Whether it has lines for an env file. */
export function isWritten({ forms }: ConnectView): boolean {
  return forms.some(({ id }) => id === "env");
}
