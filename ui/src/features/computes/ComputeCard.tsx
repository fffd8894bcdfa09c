import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { Actions } from "@/kit/layout/Actions";
import { Card } from "@/kit/layout/Card";
import { ComputeFacts } from "./ComputeFacts";
import { ComputeState } from "./ComputeState";
import styles from "./Computes.module.css";
import type { ComputeSubject } from "./places";
import { computeName, kindWord } from "./words";

/** One compute within the detail of its branch. */
export function ComputeCard({ subject }: { subject: ComputeSubject }) {
  const { compute } = subject;
  const context = { compute: subject };
  const name = computeName(compute);
  return (
    <Card
      title={`${kindWord(compute)} compute`}
      tools={
        <span className={styles.line}>
          <ComputeState subject={subject} />
          <ActionMenu about="compute" subject={subject} label={`Actions for ${name}`} />
        </span>
      }
    >
      <div className={styles.card}>
        <ComputeFacts accountId={subject.accountId} compute={compute} />
        <Actions>
          <ActionButton action="compute.start" context={context} size="small">
            Start
          </ActionButton>
          <ActionButton action="compute.suspend" context={context} size="small">
            Suspend…
          </ActionButton>
          <ActionButton action="compute.resize" context={context} size="small">
            Change size…
          </ActionButton>
        </Actions>
      </div>
    </Card>
  );
}
