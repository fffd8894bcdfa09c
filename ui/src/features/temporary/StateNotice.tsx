import { useWork } from "@/data/work";
import { Failure } from "@/features/Failure";
import { retrying } from "@/features/keychain/mutations";
import type { TemporaryView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Button } from "@/kit/control/Button";
import { Notice } from "@/kit/state/Notice";
import { Spinner } from "@/kit/state/Spinner";
import styles from "./Detail.module.css";

/** What a state other than the usual one means, and what can be done about it. */
export function StateNotice({ row }: { row: TemporaryView }) {
  const context = { temporary: row };
  switch (row.state) {
    case "creating":
      return (
        <p className={styles.working} role="status">
          <Spinner /> Asking {row.placeLabel} for a database…
        </p>
      );
    case "claiming":
      return (
        <Notice tone="info" role="status" title="Being claimed" testId="claim-notice">
          Somebody has opened the claim page. Given up there, the database is unclaimed again after 15
          minutes.
        </Notice>
      );
    case "claimed":
      return (
        <Notice tone="ok" role="status" title="Claimed" testId="claim-notice">
          The database is kept in the account that claimed it and no longer expires. Its limits are those of
          that account’s plan.
        </Notice>
      );
    case "unclear":
      return (
        <Notice
          tone="warning"
          title="It may have been created"
          actions={<ActionButton action="temporary.new" size="small" />}
        >
          The request reached {row.placeLabel} or not: its reply was lost. If a database was made, it cannot
          be reached from here and goes by itself 72 hours later. It is safe to create another one and to
          forget this row.
        </Notice>
      );
    case "failed":
      return row.checkError ? (
        <Failure title="Not created" error={row.checkError} />
      ) : (
        <Notice tone="danger" title="Not created">
          {row.placeLabel} made no database. The activity log has the details.
        </Notice>
      );
    case "expired":
      return (
        <Notice
          tone="plain"
          icon="timer"
          actions={<ActionButton action="temporary.forget" context={context} size="small" />}
        >
          Its 72 hours are over: the database is gone with its data.
        </Notice>
      );
    case "gone":
      return (
        <Notice
          tone="danger"
          title="Gone before its time"
          actions={<ActionButton action="temporary.forget" context={context} size="small" />}
        >
          {row.placeLabel} does not know this database any more.
        </Notice>
      );
    case "unknown":
      return (
        <Notice tone="warning" title="A state that this version does not know">
          What is shown may be incomplete. A newer Plinth may know more.
        </Notice>
      );
    case "unclaimed":
      return null;
  }
}

/** The connection string and the claim link are not at hand: why, and how to get them back. */
export function SecretsNotice({ row }: { row: TemporaryView }) {
  const retry = useWork(retrying);
  if (!row.secretsMissing) return null;
  return (
    <>
      <Failure title="Connection string and claim link are not at hand" error={row.secretsMissing} />
      <Button icon="refresh" size="small" busy={retry.underWay} onClick={() => void retry.start()}>
        Look in the keychain again
      </Button>
    </>
  );
}
