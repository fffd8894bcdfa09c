import { listed } from "@/data/format";
import { readSize, sizeText, sizeWords, spanWords, suspendSummary } from "@/features/base/computeSize";
import type { PlatformView } from "@/ipc/generated";
import { AUTO, type ProjectDraft } from "./draft";
import { SUMMARY } from "./words";

/**
 * What stands under the fold of a new project, each a label with its value. Which version and size the platform takes when none is
 * chosen is not known before, so these are only named.
 */
export function optionsSummary(draft: ProjectDraft, { database, role }: PlatformView): readonly string[] {
  const restore = Number(draft.retention);
  const suspend = Number(draft.suspend);
  const typed = readSize(draft.size);
  const size = "fieldError" in typed || sizeText(typed) === "" ? undefined : sizeWords(typed);
  const left = [
    ...(draft.pgVersion === AUTO ? [SUMMARY.version] : []),
    ...(size === undefined ? [SUMMARY.size] : []),
    ...(suspend === 0 ? [SUMMARY.suspendTimeout] : []),
  ];
  return [
    ...(left.length > 0 ? [SUMMARY.defaults(listed(left, left.length))] : []),
    ...(draft.pgVersion === AUTO ? [] : [SUMMARY.postgres(draft.pgVersion)]),
    ...(size === undefined ? [] : [size]),
    ...(suspend === 0 ? [] : [suspendSummary(suspend)]),
    SUMMARY.database(draft.database || database),
    SUMMARY.owner(draft.role || role),
    SUMMARY.branch(draft.branch || "main"),
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
