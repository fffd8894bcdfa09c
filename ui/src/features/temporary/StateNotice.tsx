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
          <Spinner /> Asking {row.placeLabel} for a database…
        </p>
      );
    case "claiming":
      return (
        <Notice tone="info" role="status" title="Being claimed" testId="claim-notice">
          The claim page is open somewhere. Given up there, the database is unclaimed again after 15 minutes.
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
          The database is kept in the account that claimed it and no longer expires. Its limits are those of
          that account’s plan.
        </Notice>
      );
    case "unknown":
      return (
        <Notice tone="warning" title="A state that this version does not know">
          What is shown may be incomplete. A newer Plinth may know more.
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
        title="Whether it was created is in the keychain, which cannot be read"
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
        The reply of {row.placeLabel} was lost, so the request may or may not have done its work. If a
        database was made, it cannot be reached from here and goes by itself after 72 hours. It is safe to
        create another one and to forget this row.
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
      {row.placeLabel} made no database. The activity log says why.
    </Notice>
  );
}

/** A database that is over, in its time or before it. */
function EndNotice({ row }: { row: TemporaryView }) {
  const forget = <ActionButton action="temporary.forget" context={{ temporary: row }} size="small" />;
  if (row.state === "gone") {
    return (
      <Notice tone="danger" title="Gone before its time" actions={forget}>
        {row.placeLabel} does not know this database any more.
      </Notice>
    );
  }
  return (
    <Notice tone="plain" icon="timer" title="Its 72 hours are over" actions={forget}>
      The database is gone with its data.
    </Notice>
  );
}
