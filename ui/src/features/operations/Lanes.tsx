import type { TrackedOperationView } from "@/ipc/generated";
import { Link } from "@/kit/route/Link";
import { LaneLine } from "./LaneLine";
import styles from "./Lanes.module.css";
import { lanesOf } from "./laneGroups";

interface LanesProps {
  rows: readonly TrackedOperationView[];
  selected: string | undefined;
  onSelect(row: TrackedOperationView): void;
}

/** By account and project, a lane for each branch and compute: what happens there one after the other. */
export function Lanes({ rows, selected, onSelect }: LanesProps) {
  return (
    <div className={styles.lanes} data-testid="lanes">
      {lanesOf(rows).map((account) => (
        <section key={account.accountId} aria-label={account.name}>
          <h2 className={styles.account}>{account.name}</h2>
          {account.projects.map((project) => (
            <section key={project.key} className={styles.project} aria-label={project.name}>
              <h3 className={styles.name}>
                <Link
                  to={{ screen: "project", account: project.accountId, id: project.projectId }}
                  className={styles.link ?? ""}
                >
                  {project.name}
                </Link>
              </h3>
              {project.lanes.map((lane) => (
                <LaneLine key={lane.key} lane={lane} selected={selected} onSelect={onSelect} />
              ))}
            </section>
          ))}
        </section>
      ))}
    </div>
  );
}
