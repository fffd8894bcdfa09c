import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { GoesWithIt } from "./GoesWithIt";
import { deletingOf, lookAgain } from "./mutations";
import { pathOf } from "./path";
import type { ProjectSubject } from "./places";

/** Names what goes and what goes with it. The name is to be typed only where the account is marked as production. */
export function DeleteProjectDialog({ accountId, project }: ProjectSubject) {
  const close = useUnask();
  const account = useAccount(accountId);
  const { tools } = useActionSurroundings();
  const deleting = useWork(deletingOf({ accountId, projectId: project.id }));
  const error = deleting.failure?.error;
  const gone = error !== undefined && viewOf(error).code === "notFound";
  const leave = () => {
    const place = tools.router.current();
    // Two accounts may see the same project; the one that was deleted here is this account's.
    const isOpen = place.screen === "project" && place.account === accountId && place.id === project.id;
    if (isOpen) tools.router.go({ screen: "projects" });
    close();
  };
  const confirm = async () => {
    if ((await deleting.start()) !== undefined) leave();
  };
  const look = () => {
    lookAgain(tools.client, accountId);
    leave();
  };
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void confirm()}
      title={`Delete ${project.name}?`}
      confirm="Delete project"
      typeName={account?.isProduction ? project.name : undefined}
      busy={deleting.underWay}
      aside={
        <CopyAsButton
          accountId={accountId}
          title={`Delete ${project.name}`}
          call={{ kind: "deleteProject", projectId: project.id }}
        />
      }
      error={
        error && (
          <Failure
            title={gone ? "It is gone already" : "It was not deleted"}
            error={error}
            actions={
              gone && (
                <Button size="small" icon="refresh" onClick={look}>
                  Look at the list
                </Button>
              )
            }
          />
        )
      }
    >
      <FullPath>
        <b>{pathOf(account, project)}</b>
      </FullPath>
      <GoesWithIt accountId={accountId} project={project} />
    </ConfirmDialog>
  );
}
