import { ActionButton } from "@/kit/action/ActionButton";
import { EmptyState } from "@/kit/state/EmptyState";
import type { Whose } from "./useProjects";

interface NoProjectsProps {
  deleted: boolean;
  whose: Whose;
}

/** An empty list says what it is for and offers the first thing to do. */
export function NoProjects({ deleted, whose }: NoProjectsProps) {
  if (deleted) {
    return (
      <EmptyState icon="archive" title="Nothing deleted">
        A project that is deleted can be brought back for 7 days. Until then it is listed here, with what is
        left of that time.
      </EmptyState>
    );
  }
  if (whose === "shared") {
    return (
      <EmptyState icon="user" title="Nothing is shared with you">
        Projects of others that they let this account use are listed here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="folder"
      title="No project yet"
      actions={<ActionButton action="project.new" tone="primary" icon="plus" />}
    >
      A project holds branches of one Postgres with their computes, databases and roles. The first one takes a
      name, or nothing at all.
    </EmptyState>
  );
}
