import { COMMON } from "@/features/base/words";
import { branchOptions } from "@/features/databases/branches";
import type { ConnectSource } from "@/ipc/generated";
import { Select } from "@/kit/control/Select";
import styles from "./Sql.module.css";
import type { usePick } from "./usePick";
import { BAR } from "./words";

interface PickSelectsProps {
  pick: ReturnType<typeof usePick>;
  onChoose(source: ConnectSource): void;
}

/** Shows and changes the branch, the database and the role. */
export function PickSelects({ pick, onChoose }: PickSelectsProps) {
  const { lists, sourceWith } = pick;
  const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
  return (
    <>
      <div className={styles.pick}>
        <Select
          label={COMMON.branch}
          options={branchOptions(lists.branches)}
          value={pick.branch?.id ?? null}
          onChange={(branch) => onChoose(sourceWith({ branch }))}
        />
      </div>
      <div className={styles.pick}>
        <Select
          label={BAR.database}
          options={named(lists.databases.map(({ name }) => name))}
          value={pick.database?.name ?? null}
          onChange={(database) => onChoose(sourceWith({ database }))}
        />
      </div>
      <div className={styles.pick}>
        <Select
          label={BAR.role}
          options={named(lists.roles)}
          value={pick.role ?? null}
          onChange={(role) => onChoose(sourceWith({ role }))}
        />
      </div>
    </>
  );
}
