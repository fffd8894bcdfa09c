import { useState } from "react";

/** What is typed into a form, and how some of it is changed. */
export function useDraft<Draft extends object>(begin: Draft | (() => Draft)) {
  const [draft, setDraft] = useState(begin);
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  return [draft, change] as const;
}
