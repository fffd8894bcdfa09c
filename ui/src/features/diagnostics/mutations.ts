import { queryOptions } from "@tanstack/react-query";
import { mutationKeys } from "@/data/keys";
import type { MutationSpec } from "@/data/mutation";
import { call } from "@/ipc/call";
import type { DiagnosticsSection, DiagnosticsView } from "@/ipc/generated";

/** A new one whenever the dialog opens, and whenever names come in or go. */
export const diagnosticsQuery = (showsNames: boolean) =>
  queryOptions({
    queryKey: ["diagnostics", showsNames],
    queryFn: () => call({ kind: "diagnosticsPreview", showsNames }),
    staleTime: 0,
    gcTime: 0,
  });

/** What is written of it, letter by letter. */
export function textOf(view: DiagnosticsView, left: ReadonlySet<DiagnosticsSection>): string {
  const chosen = view.sections.filter(({ section }) => !left.has(section));
  return [view.head, ...chosen.map(({ text }) => text)].join("");
}

interface Chosen {
  id: string;
  sections: DiagnosticsSection[];
}

/** Asks for a file and writes what was shown into it; nothing when the person changed their mind. */
export const savingDiagnostics: MutationSpec<string | null, Chosen> = {
  key: mutationKeys.diagnosticsSave,
  reads: true,
  async run({ id, sections }) {
    const path = await call({ kind: "diagnosticsPickFile" });
    if (path === null) return null;
    await call({ kind: "diagnosticsSave", id, sections, path });
    return path;
  },
};
