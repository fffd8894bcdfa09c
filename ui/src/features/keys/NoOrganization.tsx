import type { ProjectView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { EmptyState } from "@/kit/state/EmptyState";

/** Where a key for one project cannot be, and what does instead. */
export function NoOrganization({ project }: { project: ProjectView }) {
  return (
    <EmptyState
      icon="key"
      title={`${project.name} belongs to no organization`}
      actions={<ActionButton action="keys.go">Go to the personal keys</ActionButton>}
    >
      Keys for one project are made within the organization that owns it. This project is your own, so a
      personal key opens it, along with everything else that you can reach.
    </EmptyState>
  );
}
