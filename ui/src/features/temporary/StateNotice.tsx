import { useQuery } from "@tanstack/react-query";
import { projectQuery } from "@/data/queries";
import type { TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { Spinner } from "@/kit/state/Spinner";
import styles from "./Detail.module.css";
import { EndNotice } from "./EndNotice";
import { UnmadeNotice } from "./UnmadeNotice";

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
