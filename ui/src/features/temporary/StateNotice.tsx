import { mutationKeys } from "@/data/keys";
import { useFailure, useUnderWay } from "@/data/mutation";
import { Failure, MutationRefusal } from "@/features/base/Failure";
import type { TemporaryView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Notice } from "@/kit/state/Notice";
import { Spinner } from "@/kit/state/Spinner";
import { CreateWays } from "./CreateFailure";
import { useClaimedProject } from "./claimed";
import { createAgain } from "./create";
import styles from "./Detail.module.css";
import { keychainUnasked } from "./keychainUnasked";
import { openingProjectOf } from "./mutations";
import { RetryKeychain } from "./RetryKeychain";
import { CREATE_FAILURE, DETAIL, STATE } from "./words";

/** What a state other than the usual one means, and what can be done about it. */
export function StateNotice({ row }: { row: TemporaryView }) {
  switch (row.state) {
    case "unclaimed":
      return null;
    case "creating":
      return (
        <p className={styles.working} role="status">
          <Spinner /> {STATE.creating(row)}
        </p>
      );
    case "claiming":
      return (
        <Notice tone="info" role="status" title={STATE.claiming} testId="claim-notice">
          {STATE.claimingText}
        </Notice>
      );
    case "claimed":
      return <ClaimedNotice row={row} />;
    case "unknown":
      return (
        <Notice tone="warning" title={STATE.unknown}>
          {STATE.unknownText}
        </Notice>
      );
    case "unclear":
    case "failed":
      return <UnmadeNotice row={row} />;
    case "expired":
    case "gone":
      return <EndNotice row={row} />;
  }
}

/** It is a project now, in whichever account claimed it. */
function ClaimedNotice({ row }: { row: TemporaryView }) {
  const key = openingProjectOf(row.id).key;
  const opening = useUnderWay(key);
  const failure = useFailure(key);
  const project = useClaimedProject(row);
  const context = { temporary: row };
  const isRenamed = project !== undefined && project.name !== row.name;
  return (
    <>
      <Notice
        tone="ok"
        role="status"
        title={STATE.claimed}
        testId="claim-notice"
        actions={
          <>
            <ActionButton
              action="temporary.project"
              context={context}
              size="small"
              icon="arrowRight"
              busy={opening}
            />
            {isRenamed && <ActionButton action="temporary.renameProject" context={context} size="small" />}
          </>
        }
      >
        <p>{STATE.claimedText}</p>
        {isRenamed && <p>{STATE.claimedName(project.name, row.name)}</p>}
      </Notice>
      <MutationRefusal failure={failure} title={DETAIL.projectFailed} dismissible />
    </>
  );
}

/** A database that was not made, or of which nobody here knows whether it was. */
function UnmadeNotice({ row }: { row: TemporaryView }) {
  const unasked = keychainUnasked(row);
  if (unasked) {
    return <Failure title={STATE.unasked} error={unasked} actions={<RetryKeychain />} />;
  }
  if (row.state === "unclear") {
    return (
      <Notice
        tone="warning"
        title={STATE.unclear}
        testId="unclear-notice"
        actions={<ActionButton action="temporary.new" size="small" />}
      >
        {STATE.unclearText(row)}
      </Notice>
    );
  }
  return <NotMade row={row} />;
}

function NotMade({ row }: { row: TemporaryView }) {
  const { tools } = useActionSurroundings();
  const creating = useUnderWay(mutationKeys.create);
  // What is refused again is shown above the list, with the same ways out.
  const again = (where?: "sandbox") => void createAgain(row, tools, where).catch(() => {});
  const ways = (
    <CreateWays
      busy={creating}
      onRetry={() => again()}
      onSandbox={row.serviceKind === "thisMachine" ? undefined : () => again("sandbox")}
    />
  );
  if (row.checkError) {
    return <Failure tone="danger" title={CREATE_FAILURE.row} error={row.checkError} actions={ways} />;
  }
  return (
    <Notice tone="danger" title={CREATE_FAILURE.row} actions={ways}>
      {CREATE_FAILURE.rowText(row)}
    </Notice>
  );
}

/** A database that is over, in its time or before it. */
function EndNotice({ row }: { row: TemporaryView }) {
  const forget = <ActionButton action="temporary.forget" context={{ temporary: row }} size="small" />;
  if (row.state === "gone") {
    return (
      <Notice tone="danger" title={STATE.gone} actions={forget}>
        {STATE.goneText(row)}
      </Notice>
    );
  }
  return (
    <Notice tone="plain" icon="timer" title={STATE.expired} actions={forget}>
      {STATE.expiredText}
    </Notice>
  );
}
