import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { CopyJson } from "@/kit/data/CopyJson";
import { Actions } from "@/kit/layout/Actions";
import { DetailHead } from "@/kit/layout/DetailHead";
import { Notice } from "@/kit/state/Notice";
import { ComputeFacts } from "./ComputeFacts";
import { ComputeState } from "./ComputeState";
import styles from "./Computes.module.css";
import type { ComputeSubject } from "./places";
import { UsableLine } from "./UsableLine";
import { computeName, kindWord } from "./words";

/** One compute: how it stands, where to connect, what can be done with it. */
export function ComputeDetail({ subject }: { subject: ComputeSubject }) {
  const { compute, accountId, projectId, branchName } = subject;
  const name = computeName(compute);
  const context = { compute: subject };
  return (
    <>
      <DetailHead title={name}>
        <ComputeState subject={subject} />
        <ActionMenu about="compute" subject={subject} label={`More actions for ${name}`} outlined />
      </DetailHead>
      <p className={styles.quiet}>
        {kindWord(compute)}, serves {branchName}
      </p>
      {compute.isDisabled && (
        <Notice
          tone="warning"
          actions={<ActionButton action="compute.enable" context={context} size="small" />}
        >
          It is disabled: connections are refused.
        </Notice>
      )}
      <UsableLine
        accountId={accountId}
        projectId={projectId}
        branchId={compute.branchId}
        computeId={compute.id}
      />
      <Actions>
        <ActionButton action="compute.start" context={context} size="small">
          Start
        </ActionButton>
        <ActionButton action="compute.suspend" context={context} size="small">
          Suspend…
        </ActionButton>
        <ActionButton action="compute.restart" context={context} size="small">
          Restart…
        </ActionButton>
        <ActionButton action="compute.resize" context={context} size="small">
          Change size…
        </ActionButton>
      </Actions>
      <ComputeFacts accountId={subject.accountId} compute={compute} all />
      <Actions>
        <CopyJson value={compute} label={name} />
      </Actions>
    </>
  );
}
