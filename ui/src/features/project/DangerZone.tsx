import { useMemo } from "react";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { ActionButton } from "@/kit/action/ActionButton";
import styles from "./Settings.module.css";
import type { SettingProps } from "./settings";

/** What ends the project. */
export function DangerZone({ accountId, project, locked }: SettingProps) {
  const context = useMemo(
    () => ({ project: { accountId, project, isReadOnly: locked !== undefined } }),
    [accountId, project, locked],
  );
  return (
    <section className={styles.danger} aria-label="Danger zone">
      <div>
        <h2 className={styles.title}>Delete this project</h2>
        <p className={styles.about}>
          All its branches, computes, databases and roles go with it. It can be recovered for 7 days.
        </p>
      </div>
      <div className={styles.buttons}>
        <ActionButton action="project.delete" context={context} tone="danger" />
        <CopyAsButton
          accountId={accountId}
          title={`Delete ${project.name}`}
          call={{ kind: "deleteProject", projectId: project.id }}
        />
      </div>
    </section>
  );
}
