import { sizeSummary, spanWords } from "@/features/computes/size";
import type { PlatformView } from "@/ipc/generated";
import { AUTO, type ProjectDraft } from "./draft";

/** What stands under the fold of a new project, each a label with its value; what is not chosen is the platform's default. */
export function optionsSummary(draft: ProjectDraft, { database, role }: PlatformView): readonly string[] {
  const restore = Number(draft.retention);
  return [
    draft.pgVersion === AUTO ? "Default Postgres version" : `Postgres ${draft.pgVersion}`,
    ...sizeSummary(draft.size, draft.suspend, undefined),
    `Database ${draft.database || database}`,
    `Owner ${draft.role || role}`,
    `Branch ${draft.branch.trim() || "main"}`,
    ...(draft.blockPublic ? ["Public connections blocked"] : []),
    ...(draft.blockVpc ? ["VPC connections blocked"] : []),
    ...(draft.hipaa ? ["HIPAA"] : []),
    ...(draft.logicalReplication ? ["Logical replication"] : []),
    ...(draft.storePasswords === "yes" ? ["Passwords stored"] : []),
    ...(draft.storePasswords === "no" ? ["Passwords not stored"] : []),
    ...(draft.retention === AUTO
      ? []
      : [restore === 0 ? "No restore window" : `Restore window ${spanWords(restore)}`]),
    ...(draft.psql ? ["Opens psql"] : []),
  ];
}
