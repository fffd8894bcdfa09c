import { capital } from "@/data/format";
import type { RecordedView } from "@/ipc/generated";
import { Card } from "@/kit/layout/Card";
import { Fold } from "@/kit/layout/Fold";
import styles from "./Sandbox.module.css";
import { RECORDED } from "./words";

/** What calls may set without an effect, with what the sandbox does instead. */
export function RecordedCard({ recorded }: { recorded: readonly RecordedView[] }) {
  return (
    <Card title={RECORDED.title}>
      <p className={styles.quiet}>{RECORDED.about}</p>
      <Fold label={RECORDED.count(recorded.length)}>
        <dl className={styles.recorded}>
          {recorded.map(({ field, instead }) => (
            <div key={field}>
              <dt>
                <code>{field}</code>
              </dt>
              <dd className={styles.quiet}>{capital(instead)}</dd>
            </div>
          ))}
        </dl>
      </Fold>
    </Card>
  );
}
