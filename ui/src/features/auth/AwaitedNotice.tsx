import { Button } from "@/kit/control/Button";
import { Notice } from "@/kit/state/Notice";
import { Spinner } from "@/kit/state/Spinner";
import styles from "./Auth.module.css";
import type { OnIntegration } from "./places";
import type { KnownUsers } from "./queries";

interface AwaitedNoticeProps {
  at: OnIntegration;
  known: KnownUsers | undefined;
  reading: boolean;
  /** The table could not be read, which is said beside this. */
  failed: boolean;
  /** Looks for the user once more. */
  onLook(): void;
}

/** What became of a user who was just made: on the way to the table, in it, or not there yet. */
export function AwaitedNotice({ at, known, reading, failed, onLook }: AwaitedNoticeProps) {
  const awaited = known?.awaited;
  if (!awaited) return null;
  if (known.arrived) {
    return (
      <Notice tone="ok" role="status" testId="user-arrived">
        {awaited.email} was made and is in the table.
      </Notice>
    );
  }
  if (reading) {
    return (
      <p className={styles.wait} role="status" data-testid="user-awaited">
        <Spinner /> {awaited.email} was made. Waiting for the row in the table, half a minute at most…
      </p>
    );
  }
  if (failed) {
    return (
      <Notice tone="info" role="status" testId="user-unseen">
        {awaited.email} was made. The row shows once the table can be read.
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      role="status"
      title={`${awaited.email} has not arrived yet`}
      testId="user-missing"
      actions={
        at.locked === undefined && (
          <Button size="small" icon="refresh" onClick={onLook}>
            Look again
          </Button>
        )
      }
    >
      The user was made at the auth provider, and the table does not have the row yet. The platform may need a
      little longer.
    </Notice>
  );
}
