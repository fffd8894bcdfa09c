import { Instant } from "@/features/base/Instant";
import { Missing } from "@/features/base/Missing";
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
import type { ComputeSubject } from "./places";
import { sizeWords, suspendWords } from "./size";
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
      <p className="ui-faint-small">
        {kindWord(compute)} compute on {branchName}
      </p>
      {compute.isDisabled && (
        <Notice
          tone="warning"
          actions={<ActionButton action="compute.enable" context={context} size="small" />}
        >
          This compute is disabled. Connections are refused.
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
      title={`${kindWord(compute)} compute`}
      tools={
        <span className={styles.line}>
          <ComputeState subject={subject} />
          <ActionMenu about="compute" subject={subject} label={`Actions for ${name}`} />
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
    { term: "ID", detail: <CopyField label="compute ID" value={compute.id} /> },
    { term: "Size", detail: <Unbroken>{sizeWords(compute.size)}</Unbroken> },
    { term: "Suspend timeout", detail: suspendWords(compute.size.suspendTimeoutSeconds) },
    { term: "Direct host", detail: <Host label="direct host" host={compute.host} /> },
    { term: "Pooled host", detail: <Host label="pooled host" host={compute.poolerHost} /> },
    { term: "Last active", detail: when(compute.lastActive, "Never") },
    { term: "Started", detail: when(compute.startedAt, "Never") },
    ...(all
      ? [
          { term: "Suspended", detail: when(compute.suspendedAt, "Never") },
          { term: "Region", detail: compute.regionId ?? <Missing /> },
          { term: "Created", detail: when(compute.createdAt) },
          { term: "Updated", detail: when(compute.updatedAt) },
        ]
      : []),
  ];
  return <Facts facts={facts} />;
}

function Host({ label, host }: { label: string; host: string | null }) {
  return host === null ? <Missing /> : <CopyField label={label} value={host} />;
}
