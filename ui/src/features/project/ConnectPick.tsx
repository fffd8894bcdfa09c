import type { ReactNode } from "react";
import { branchOptions } from "@/features/databases/branches";
import { canLogIn } from "@/features/databases/words";
import type { BranchView, DatabaseView, RoleView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Segmented } from "@/kit/control/Segmented";
import { Select } from "@/kit/control/Select";
import styles from "./Overview.module.css";

export interface Pick {
  branch: string;
  database: string | undefined;
  role: string | undefined;
  pooled: boolean;
}

interface ConnectPickProps {
  branches: readonly BranchView[];
  databases: readonly DatabaseView[];
  roles: readonly RoleView[];
  pick: Pick;
  onChange(changed: Partial<Pick>): void;
}

/** To what and as whom, and whether through the pooler. */
export function ConnectPick({ branches, databases, roles, pick, onChange }: ConnectPickProps) {
  return (
    <>
      <div className={styles.picks}>
        <Field label="Branch">
          <Select
            options={branchOptions(branches)}
            value={pick.branch}
            onChange={(branch) => onChange({ branch })}
          />
        </Field>
        <Field label="Database">
          <Select
            options={named(databases)}
            value={pick.database ?? null}
            onChange={(database) => onChange({ database })}
          />
        </Field>
        <Field label="Role">
          <Select
            options={named(usableRoles(roles))}
            value={pick.role ?? null}
            onChange={(role) => onChange({ role })}
          />
        </Field>
      </div>
      <div className={styles.way}>
        <Segmented
          label="Way"
          options={[
            { value: "pooled", label: "Pooled" },
            { value: "direct", label: "Direct" },
          ]}
          value={pick.pooled ? "pooled" : "direct"}
          onChange={(way) => onChange({ pooled: way === "pooled" })}
        />
        <p className={styles.small}>{pick.pooled ? POOLED : DIRECT}</p>
      </div>
    </>
  );
}

const POOLED: ReactNode =
  "Through the pooler: many short connections share a few of the server’s. For web servers, functions and most programs.";
const DIRECT: ReactNode =
  "Straight to the server: a session of its own. For migrations, dumps, LISTEN, and what sets things for its session.";

/** The roles that somebody can connect with. */
export function usableRoles(roles: readonly RoleView[]): RoleView[] {
  return roles.filter((role) => canLogIn(role) && !role.isProtected);
}

function named(list: ReadonlyArray<{ name: string }>) {
  const names = list.map(({ name }) => name).sort((one, other) => one.localeCompare(other));
  return names.map((name) => ({ value: name, label: name }));
}
