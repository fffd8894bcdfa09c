import { useQuery } from "@tanstack/react-query";
import { useAccount } from "@/data/account";
import { useClockOffset } from "@/data/clockOffset";
import { branchesQuery, computesQuery, databasesQuery } from "@/data/queries";
import { Contents, contentWords } from "@/features/base/Contents";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import { computeName } from "@/features/computes/words";
import type { ProjectView } from "@/ipc/generated";
import { useActionSurroundings } from "@/kit/action/useActions";
import { formatBytes } from "@/kit/data/bytes";
import { FullPath } from "@/kit/data/FullPath";
import { formatDate } from "@/kit/time/formatDate";
import { MINUTE, useNow } from "@/kit/time/useNow";
import { deletingOf, reload } from "./mutations";
import { ownerOf } from "./rows";
import type { ProjectSubject } from "./subjects";
import { DELETE } from "./words";

/** Names what goes and what goes with it. The name is to be typed only where the account is marked as production. */
export function DeleteProjectDialog({ accountId, project }: ProjectSubject) {
  const account = useAccount(accountId);
  const { tools } = useActionSurroundings();
  const leave = () => {
    const route = tools.router.current();
    // Two accounts may see the same project; the one that was deleted here is this account's.
    const isOpen = route.screen === "project" && route.account === accountId && route.id === project.id;
    if (isOpen) tools.router.go({ screen: "projects" });
    form.close();
  };
  const form = useForm(deletingOf({ accountId, projectId: project.id }), {
    input: () => undefined,
    deletes: project.name,
    onDone: leave,
    onGone: () => {
      reload(tools.client, accountId);
      leave();
    },
  });
  return (
    <CallConfirmDialog
      form={form}
      title={DELETE.title(project.name)}
      confirm={DELETE.submit}
      typeName={account?.isProduction ? project.name : undefined}
      call={DELETE.call(project.name)}
      failed={DELETE.failed}
    >
      <FullPath of={[account?.name, ownerOf(project), project.name]} />
      <GoesWithIt accountId={accountId} project={project} />
    </CallConfirmDialog>
  );
}

const DAY = 86_400_000;
const RECOVERABLE_DAYS = 7;

/** Lists what is deleted with a project, and until when the project can be recovered. */
function GoesWithIt({ accountId, project }: { accountId: string; project: ProjectView }) {
  const branches = useQuery(branchesQuery(accountId, project.id));
  const computes = useQuery(computesQuery(accountId, project.id));
  const main = branches.data?.find(({ isDefault }) => isDefault);
  const databases = useQuery({
    ...databasesQuery(accountId, project.id, main?.id ?? ""),
    enabled: main !== undefined,
  });
  const ahead = useClockOffset(accountId);
  const now = useNow(MINUTE) + ahead;
  const { storageBytes } = project.usage;
  return (
    <>
      <Contents
        of={[
          { name: DELETE.branches, words: contentWords(branches, nameOf) },
          { name: DELETE.computes, words: contentWords(computes, computeName) },
          { name: DELETE.databases, words: DELETE.onMain(contentWords(databases, nameOf), main?.name) },
          {
            name: DELETE.data,
            words: storageBytes === null ? COMMON.notReported : formatBytes(storageBytes),
          },
        ]}
      />
      <p>{DELETE.recoverable(formatDate(now + RECOVERABLE_DAYS * DAY, ahead))}</p>
    </>
  );
}

const nameOf = ({ name }: { name: string }) => name;
