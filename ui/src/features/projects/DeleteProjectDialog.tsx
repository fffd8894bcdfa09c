import { useQuery } from "@tanstack/react-query";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { counted } from "@/data/format";
import { branchesQuery, computesQuery, databasesQuery } from "@/data/queries";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { ProjectView } from "@/ipc/generated";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { formatBytes } from "@/kit/data/bytes";
import { FullPath } from "@/kit/data/FullPath";
import { formatDate } from "@/kit/time/formatDate";
import { MINUTE, useNow } from "@/kit/time/useNow";
import { deletingOf, reload } from "./mutations";
import styles from "./Projects.module.css";
import type { ProjectSubject } from "./places";
import { ownerOf } from "./rows";

/** Names what goes and what goes with it. The name is to be typed only where the account is marked as production. */
export function DeleteProjectDialog({ accountId, project }: ProjectSubject) {
  const account = useAccount(accountId);
  const { tools } = useActionSurroundings();
  const leave = () => {
    const place = tools.router.current();
    // Two accounts may see the same project; the one that was deleted here is this account's.
    const isOpen = place.screen === "project" && place.account === accountId && place.id === project.id;
    if (isOpen) tools.router.go({ screen: "projects" });
    form.close();
  };
  const form = useForm(deletingOf({ accountId, projectId: project.id }), {
    input: () => undefined,
    onDone: leave,
  });
  const gone = form.error !== undefined && viewOf(form.error).code === "notFound";
  const showList = () => {
    reload(tools.client, accountId);
    leave();
  };
  return (
    <CallConfirmDialog
      form={form}
      title={`Delete ${project.name}?`}
      confirm="Delete project"
      typeName={account?.isProduction ? project.name : undefined}
      call={{
        accountId,
        title: `Delete ${project.name}`,
        call: { kind: "deleteProject", projectId: project.id },
      }}
      failed={gone ? "The project is already deleted" : "The project was not deleted"}
      wayOut={
        gone && (
          <Button size="small" icon="refresh" onClick={showList}>
            Refresh list
          </Button>
        )
      }
    >
      <FullPath of={[account?.name, ownerOf(project), project.name]} />
      <GoesWithIt accountId={accountId} project={project} />
    </CallConfirmDialog>
  );
}

const DAY = 86_400_000;
const RECOVERABLE_DAYS = 7;

/** What goes with a project, as far as it is known, and until when it can be brought back. */
function GoesWithIt({ accountId, project }: { accountId: string; project: ProjectView }) {
  const branches = useQuery(branchesQuery(accountId, project.id));
  const computes = useQuery(computesQuery(accountId, project.id));
  const main = branches.data?.find(({ isDefault }) => isDefault);
  const databases = useQuery({
    ...databasesQuery(accountId, project.id, main?.id ?? ""),
    enabled: main !== undefined,
  });
  const now = useNow(MINUTE);
  const { storageBytes } = project.usage;
  const reading = branches.isPending || computes.isPending;
  const unknown = branches.error ?? computes.error;
  const parts = [
    branches.data && `${counted(branches.data.length, "branch", "branches")}${namesOf(branches.data)}`,
    computes.data && `${counted(computes.data.length, "compute")}, with all open connections`,
    databases.data &&
      databases.data.length > 0 &&
      `${counted(databases.data.length, "database")} on ${main?.name}${namesOf(databases.data)}, and those on other branches`,
    storageBytes !== null && storageBytes > 0 && `${formatBytes(storageBytes)} of data`,
  ].filter((part) => typeof part === "string");
  return (
    <>
      <p>{parts.length > 0 ? "What will be deleted:" : "Everything in it will be deleted."}</p>
      {parts.length > 0 && (
        <ul className={styles.list}>
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
      {reading && <p role="status">Loading its contents…</p>}
      {unknown && <p>Its full contents could not be loaded. All of it will be deleted.</p>}
      <p>
        You can recover it with everything in it until about {formatDate(now + RECOVERABLE_DAYS * DAY, 0)}.
        After that it is gone for good.
      </p>
    </>
  );
}

const NAMED = 3;

/** The first few names, so that what goes is recognised. */
function namesOf(things: ReadonlyArray<{ name: string }>): string {
  if (things.length === 0) return "";
  const more = things.length > NAMED ? ", …" : "";
  return ` (${things
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join(", ")}${more})`;
}
