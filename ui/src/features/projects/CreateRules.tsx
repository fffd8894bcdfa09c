import { spanWords } from "@/features/computes/size";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { Select } from "@/kit/control/Select";
import { Switch } from "@/kit/control/Switch";
import { AUTO } from "./draft";
import styles from "./Projects.module.css";
import type { CreateForm } from "./useCreateProject";

const HOUR = 3600;
const DAY = 24 * HOUR;
const WINDOWS = [6 * HOUR, DAY, 7 * DAY, 14 * DAY, 30 * DAY];

/** What holds for the project as a whole. */
export function CreateRules({ form: { draft, change } }: { form: CreateForm }) {
  return (
    <section className={styles.group} aria-label="What holds for all of it">
      <Switch
        checked={draft.blockPublic}
        onChange={(blockPublic) => change({ blockPublic })}
        hint="Refuses connections over the public internet."
      >
        Block public connections
      </Switch>
      <Switch
        checked={draft.blockVpc}
        onChange={(blockVpc) => change({ blockVpc })}
        hint="Refuses connections from private networks."
      >
        Block VPC connections
      </Switch>
      <Switch
        checked={draft.hipaa}
        onChange={(hipaa) => change({ hipaa })}
        hint="Keeps to the rules for health data. It cannot be turned off again."
      >
        HIPAA
      </Switch>
      <Switch
        checked={draft.logicalReplication}
        onChange={(logicalReplication) => change({ logicalReplication })}
        hint="Sets wal_level to logical on every compute. It cannot be turned off again."
      >
        Logical replication
      </Switch>
      <FieldPair>
        <Field label="Passwords" hint="Stored ones can be revealed later; others can only be reset.">
          <Select
            options={[
              { value: AUTO, label: "The platform’s choice" },
              { value: "yes", label: "Store them" },
              { value: "no", label: "Do not store them" },
            ]}
            value={draft.storePasswords}
            onChange={(storePasswords) => change({ storePasswords })}
          />
        </Field>
        <Field label="Restore window" hint="How far back a branch can be set.">
          <Select<string>
            options={[
              { value: AUTO, label: "The platform’s choice" },
              { value: "0", label: "None" },
              ...WINDOWS.map((seconds) => ({ value: String(seconds), label: spanWords(seconds) })),
            ]}
            value={draft.retention}
            onChange={(retention) => change({ retention })}
          />
        </Field>
      </FieldPair>
    </section>
  );
}
