import { useQuery } from "@tanstack/react-query";
import { workKeys } from "@/data/keys";
import { projectQuery } from "@/data/queries";
import { useUnderWay } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import type { TemporaryView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { Spinner } from "@/kit/state/Spinner";
import { ElsewhereButton } from "./CreateFailure";
import { createAgain } from "./create";
import styles from "./Detail.module.css";
import { keychainUnasked, RetryKeychain } from "./RetryKeychain";

/** What a state other than the usual one means, and what can be done about it. */
export function StateNotice({ row }: { row: TemporaryView }) {
  switch (row.state) {
    case "unclaimed":
      return null;
    case "creating":
      return (
        <p className={styles.working} role="status">
          <Spinner /> Creating a database at {row.placeLabel}…
        </p>
      );
    case "claiming":
      return (
        <Notice tone="info" role="status" title="Claim in progress" testId="claim-notice">
          The claim page is open somewhere. If the claim isn’t completed, the database becomes unclaimed again
          after 15 minutes.
        </Notice>
      );
    case "claimed":
      return (
        <Notice
          tone="ok"
          role="status"
          title="Claimed"
          testId="claim-notice"
          actions={<OpenProject row={row} />}
        >
          The database is in the account that claimed it and no longer expires. That account’s plan sets its
          limits.
        </Notice>
      );
    case "unknown":
      return (
        <Notice tone="warning" title="Unknown state">
          What you see may be incomplete. Updating Plinth may help.
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

/** The way to what was claimed, where the account that it was made at has it. It may be claimed into any other one. */
function OpenProject({ row: { accountId, projectId } }: { row: TemporaryView }) {
  const router = useRouter();
  const isKnown = accountId !== null && projectId !== null;
  const project = useQuery({ ...projectQuery(accountId ?? "", projectId ?? ""), enabled: isKnown });
  if (!isKnown || !project.data) return null;
  return (
    <Button
      size="small"
      icon="arrowRight"
      onClick={() => router.go({ screen: "project", account: accountId, id: projectId })}
    >
      Open project
    </Button>
  );
}

/** A database that was not made, or of which nobody here knows whether it was. */
function UnmadeNotice({ row }: { row: TemporaryView }) {
  const unasked = keychainUnasked(row);
  if (unasked) {
    return (
      <Failure
        title="Couldn’t check whether it was created: the keychain is unavailable"
        error={unasked}
        actions={<RetryKeychain />}
      />
    );
  }
  if (row.state === "unclear") {
    return (
      <Notice
        tone="warning"
        title="It may have been created"
        testId="unclear-notice"
        actions={<ActionButton action="temporary.new" size="small" />}
      >
        The reply from {row.placeLabel} was lost, so the database may or may not exist. If it does, it can’t
        be reached from Plinth and expires after 72 hours. You can safely create another one and remove this
        entry from the list.
      </Notice>
    );
  }
  return <NotMade row={row} />;
}

function NotMade({ row }: { row: TemporaryView }) {
  const { tools } = useActionSurroundings();
  const creating = useUnderWay(workKeys.create);
  const ways = (
    <>
      <Button
        size="small"
        icon="refresh"
        busy={creating}
        // What is refused again is shown above the list, with the same ways out.
        onClick={() => void createAgain(row, tools).catch(() => {})}
      >
        Try again
      </Button>
      <ElsewhereButton />
    </>
  );
  if (row.checkError) return <Failure title="Not created" error={row.checkError} actions={ways} />;
  return (
    <Notice tone="danger" title="Not created" actions={ways}>
      {row.placeLabel} didn’t create a database. See History for the reason.
    </Notice>
  );
}

/** A database that is over, in its time or before it. */
function EndNotice({ row }: { row: TemporaryView }) {
  const forget = <ActionButton action="temporary.forget" context={{ temporary: row }} size="small" />;
  if (row.state === "gone") {
    return (
      <Notice tone="danger" title="No longer available" actions={forget}>
        {row.placeLabel} no longer has this database.
      </Notice>
    );
  }
  return (
    <Notice tone="plain" icon="timer" title="Expired" actions={forget}>
      The database and its data were deleted after 72 hours.
    </Notice>
  );
}
