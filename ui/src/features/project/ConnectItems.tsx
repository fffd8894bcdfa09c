import type { ProjectSubject } from "@/features/projects/subjects";
import { useActionSurroundings, usePerform } from "@/kit/action/useActions";
import { MenuItem, MenuSeparator } from "@/kit/overlay/MenuItem";
import { useRouter } from "@/kit/route/useRouter";
import { HEADER } from "./words";

const ACTIONS = ["project.copy", "project.psql"];

/** Beside Connect: the same for psql, and the way to every other branch, database and role. */
export function ConnectItems({ subject }: { subject: ProjectSubject }) {
  const { registry } = useActionSurroundings();
  const perform = usePerform();
  const router = useRouter();
  const { accountId, project } = subject;
  const context = { project: subject };
  return (
    <>
      {ACTIONS.map((id) => {
        const action = registry.find(id);
        return (
          action && (
            <MenuItem
              key={id}
              icon={action.icon}
              shortcut={action.shortcut}
              blocked={action.blocked(context)}
              onSelect={() => perform(action, context)}
            >
              {action.shortTitle}
            </MenuItem>
          )
        );
      })}
      <MenuSeparator />
      <MenuItem
        icon="plug"
        onSelect={() => router.go({ screen: "project", account: accountId, id: project.id })}
      >
        {HEADER.choose}
      </MenuItem>
    </>
  );
}
