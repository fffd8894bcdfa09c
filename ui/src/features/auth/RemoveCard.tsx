import { ActionButton } from "@/kit/action/ActionButton";
import { Card } from "@/kit/layout/Card";
import styles from "./Auth.module.css";
import type { OnIntegration } from "./places";

/** What ends the integration. */
export function RemoveCard({ at }: { at: OnIntegration }) {
  return (
    <Card title="Remove auth">
      <div className={styles.stack}>
        <p className={styles.words}>
          Nobody can log in through it any more, and its SDK keys, OAuth providers, email server and domains
          go with it. You choose whether the users stay in the database.
        </p>
        <div className={styles.buttons}>
          <ActionButton action="auth.remove" context={{ auth: at }} tone="danger" icon="trash">
            Remove auth…
          </ActionButton>
        </div>
      </div>
    </Card>
  );
}
