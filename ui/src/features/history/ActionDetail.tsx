import { sentence } from "@/data/format";
import { outcomeLook } from "@/data/words";
import { Instant } from "@/features/base/Instant";
import type { ActivityView } from "@/ipc/generated";
import { activityColumns } from "@/ipc/words";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { CopyField } from "@/kit/data/CopyField";
import { CopyJson } from "@/kit/data/CopyJson";
import { Facts } from "@/kit/data/Facts";
import { LookPill } from "@/kit/data/Pill";
import { Actions } from "@/kit/layout/Actions";
import { DetailHead } from "@/kit/layout/DetailHead";
import { Link } from "@/kit/route/Link";
import { Notice } from "@/kit/state/Notice";
import styles from "./History.module.css";
import { DETAIL } from "./words";

/** Something that was done here: on what, how it ended, what it started. */
export function ActionDetail({ entry }: { entry: ActivityView }) {
  const { action, subject, place, outcome, detail, at, requestId, operationIds } = entry;
  const look = outcomeLook(outcome);
  const problem = look.tone === "danger" || look.tone === "warning" ? look.tone : undefined;
  const context = { activityEntry: entry };
  return (
    <>
      <DetailHead title={action}>
        <LookPill look={look} />
        <ActionMenu about="activityEntry" subject={entry} label={DETAIL.more(action)} outlined />
      </DetailHead>
      {detail && (
        <Notice tone={problem ?? "plain"} title={problem && look.word}>
          {sentence(detail)}
        </Notice>
      )}
      <Actions>
        <ActionButton action="activity.open" context={context} size="small" />
        <ActionButton action="activity.curl" context={context} size="small" />
        <CopyJson value={entry} label={action} />
      </Actions>
      <Facts
        facts={[
          subject !== "" && { term: activityColumns.subject, detail: subject },
          { term: activityColumns.place, detail: place },
          { term: activityColumns.time, detail: <Instant at={at} clock="here" /> },
          operationIds.length > 0 && {
            term: operationIds.length === 1 ? DETAIL.operation : DETAIL.operations,
            detail: <OperationLinks ids={operationIds} />,
          },
          requestId !== null && {
            term: activityColumns.requestId,
            detail: <CopyField label={DETAIL.requestIdValue} value={requestId} />,
          },
        ]}
      />
    </>
  );
}

/** What it started on the platform. */
function OperationLinks({ ids }: { ids: readonly string[] }) {
  return (
    <ul>
      {ids.map((id) => (
        <li key={id}>
          <Link to={{ screen: "history", id }} className={styles.link ?? ""} title={id}>
            {id.slice(0, 8)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
