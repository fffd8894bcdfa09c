import type { ActivityFilter, Outcome } from "@/ipc/generated";

/** What was chosen in the filter bar; an empty word is no wish. */
export interface Chosen {
  accountId: string;
  outcome: Outcome | "";
  action: string;
  text: string;
}

export const EVERYTHING: Chosen = { accountId: "", outcome: "", action: "", text: "" };

/** Only what is wished for, so that two ways of wishing for nothing are one. */
export function filterOf({ accountId, outcome, action, text }: Chosen): ActivityFilter {
  const words = text.trim();
  return {
    ...(accountId !== "" && { accountId }),
    ...(outcome !== "" && { outcome }),
    ...(action !== "" && { action }),
    ...(words !== "" && { text: words }),
  };
}

export function isFiltered(filter: ActivityFilter): boolean {
  return Object.keys(filter).length > 0;
}
