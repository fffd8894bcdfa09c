import { isWay } from "@/features/base/connections";
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
