import { sizeSummary, spanWords } from "@/features/base/computeSize";
import type { PlatformView } from "@/ipc/generated";
import { AUTO, type ProjectDraft } from "./draft";
import { SUMMARY } from "./words";

/** What stands under the fold of a new project, each a label with its value; what is not chosen is the platform's default. */
export function optionsSummary(draft: ProjectDraft, { database, role }: PlatformView): readonly string[] {
  const restore = Number(draft.retention);
  return [
    draft.pgVersion === AUTO ? SUMMARY.defaultVersion : SUMMARY.postgres(draft.pgVersion),
    ...sizeSummary(draft.size, draft.suspend, undefined),
    SUMMARY.database(draft.database || database),
    SUMMARY.owner(draft.role || role),
    SUMMARY.branch(draft.branch.trim() || "main"),
    ...(draft.blockPublic ? [SUMMARY.blocksPublic] : []),
    ...(draft.blockVpc ? [SUMMARY.blocksVpc] : []),
    ...(draft.hipaa ? [SUMMARY.hipaa] : []),
    ...(draft.logicalReplication ? [SUMMARY.replication] : []),
    ...(draft.storePasswords === "yes" ? [SUMMARY.storesPasswords] : []),
    ...(draft.storePasswords === "no" ? [SUMMARY.storesNoPasswords] : []),
    ...(draft.retention === AUTO
      ? []
      : [restore === 0 ? SUMMARY.noRestoreWindow : SUMMARY.restoreWindow(spanWords(restore))]),
    ...(draft.psql ? [SUMMARY.opensPsql] : []),
  ];
}
