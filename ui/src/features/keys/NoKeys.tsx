import { ActionButton } from "@/kit/action/ActionButton";
import { EmptyState } from "@/kit/state/EmptyState";
import type { KeysAt } from "./places";

/** An empty list says what it is for and offers the first thing to do. */
export function NoKeys({ at }: { at: KeysAt }) {
  const { organizationId, organizationName, project } = at;
  const make = <ActionButton action="apiKeys.new" tone="primary" icon="plus" />;
  if (project) {
    return (
      <EmptyState icon="key" title={`No key for ${project.name} alone`} actions={make}>
        Such a key opens this one project and nothing else: right for a program or a build that works with it.
        It can neither delete the project nor make others.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="key" title="No API key yet" actions={make}>
      {organizationId === null
        ? "A personal key does for a program all that you can do yourself. It opens the platform until it is revoked."
        : `A key of the organization ${organizationName ?? ""} opens all of its projects, or one alone, until it is revoked.`}
    </EmptyState>
  );
}
