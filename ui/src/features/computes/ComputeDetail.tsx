import { sizeWords, suspendWords } from "@/features/base/computeSize";
import { Instant } from "@/features/base/Instant";
import { Missing } from "@/features/base/Missing";
import { actionsFor, COMMON, moreActions } from "@/features/base/words";
import type { ComputeView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { AllFields } from "@/kit/data/AllFields";
import { CopyField } from "@/kit/data/CopyField";
import { CopyJson } from "@/kit/data/CopyJson";
import { Facts } from "@/kit/data/Facts";
import { Unbroken } from "@/kit/data/Unbroken";
import { Actions } from "@/kit/layout/Actions";
import { Card } from "@/kit/layout/Card";
import { DetailHead } from "@/kit/layout/DetailHead";
import { Notice } from "@/kit/state/Notice";
import { ComputeState } from "./ComputeState";
import styles from "./Computes.module.css";
import { ConnectionProbe } from "./ConnectionProbe";
import { computeFields } from "./fields";
import { ReplicaLag } from "./ReplicaLag";
import type { ComputeSubject } from "./subjects";
import { computeName, DETAIL } from "./words";

/** One compute: how it stands, where to connect, what can be done with it. */
export function ComputeDetail({ subject }: { subject: ComputeSubject }) {
  const { compute, accountId, projectId, branchName } = subject;
  const name = computeName(compute);
  const context = { compute: subject };
  return (
    <>
      <DetailHead title={name}>
        <ComputeState subject={subject} />
        <ActionMenu about="compute" subject={subject} label={moreActions(name)} outlined />
      </DetailHead>
      <p className="ui-faint-small">{DETAIL.on(branchName, compute)}</p>
      {compute.isDisabled && (
        <Notice
          tone="warning"
          actions={<ActionButton action="compute.enable" context={context} size="small" />}
        >
          {DETAIL.disabled}
        </Notice>
      )}
      <ConnectionProbe
        accountId={accountId}
        projectId={projectId}
        branchId={compute.branchId}
        computeId={compute.id}
      />
      <Actions>
        <ActionButton action="compute.start" context={context} size="small" short />
        <ActionButton action="compute.suspend" context={context} size="small" short />
        <ActionButton action="compute.restart" context={context} size="small" short />
        <ActionButton action="compute.resize" context={context} size="small" short />
      </Actions>
      {!compute.isWritable && <ReplicaLag subject={subject} />}
      <ComputeFacts accountId={subject.accountId} compute={compute} all />
      <AllFields fields={computeFields(projectId, compute, { account: accountId })} />
      <Actions>
        <CopyJson value={compute} label={name} />
      </Actions>
    </>
  );
}

/** One compute within the detail of its branch. */
export function ComputeCard({ subject }: { subject: ComputeSubject }) {
  const { compute } = subject;
  const context = { compute: subject };
  const name = computeName(compute);
  return (
    <Card
      title={DETAIL.kind(compute)}
      tools={
        <span className={styles.line}>
          <ComputeState subject={subject} />
          <ActionMenu about="compute" subject={subject} label={actionsFor(name)} />
        </span>
      }
    >
      <div className="ui-stack">
        <ComputeFacts accountId={subject.accountId} compute={compute} />
        <Actions>
          <ActionButton action="compute.start" context={context} size="small" short />
          <ActionButton action="compute.suspend" context={context} size="small" short />
          <ActionButton action="compute.resize" context={context} size="small" short />
        </Actions>
      </div>
    </Card>
  );
}

interface ComputeFactsProps {
  accountId: string;
  compute: ComputeView;
  /** Everything that is known, not only what connecting needs. */
  all?: boolean;
}

/** What a compute is, and where to connect. */
function ComputeFacts({ accountId, compute, all = false }: ComputeFactsProps) {
  const when = (at: string | null, missing?: string) => (
    <Instant at={at} clock={{ account: accountId }} {...(missing !== undefined && { missing })} />
  );
  const facts = [
    { term: COMMON.id, detail: <CopyField label={DETAIL.idLabel} value={compute.id} /> },
    { term: COMMON.size, detail: <Unbroken>{sizeWords(compute.size)}</Unbroken> },
    { term: COMMON.suspendTimeout, detail: suspendWords(compute.size.suspendTimeoutSeconds) },
    { term: DETAIL.direct, detail: <Host label={DETAIL.directLabel} host={compute.host} /> },
    { term: DETAIL.pooled, detail: <Host label={DETAIL.pooledLabel} host={compute.poolerHost} /> },
    { term: COMMON.lastActive, detail: when(compute.lastActive, COMMON.never) },
    { term: DETAIL.started, detail: when(compute.startedAt, COMMON.never) },
    ...(all
      ? [
          { term: DETAIL.suspended, detail: when(compute.suspendedAt, COMMON.never) },
          { term: COMMON.region, detail: compute.regionId ?? <Missing /> },
          { term: COMMON.created, detail: when(compute.createdAt) },
          { term: COMMON.updated, detail: when(compute.updatedAt) },
        ]
      : []),
  ];
  return <Facts facts={facts} />;
}

function Host({ label, host }: { label: string; host: string | null }) {
  return host === null ? <Missing /> : <CopyField label={label} value={host} />;
}
