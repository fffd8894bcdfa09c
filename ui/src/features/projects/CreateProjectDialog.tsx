import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { lockedWords } from "@/features/accounts/words";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { AccountView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { useRouter } from "@/kit/route/useRouter";
import { CreateFields } from "./CreateFields";
import { refreshingOf } from "./mutations";
import { useCreateProject } from "./useCreateProject";

/** Everything that can be chosen before a project is made. All of it may be left as it is. */
export function CreateProjectDialog({ accountId }: { accountId: string }) {
  const account = useAccount(accountId);
  return account ? <Form account={account} /> : null;
}

/** Only a project that was made, or Cancel, ends it. */
function Form({ account }: { account: AccountView }) {
  const form = useCreateProject(account);
  const close = useUnask();
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void form.create()}
      title="New project"
      description={`In ${account.name}${account.isProduction ? ", which is marked as production" : ""}. What is left empty is the platform’s choice.`}
      submit="Create project"
      busy={form.underWay}
      blocked={lockedWords(account)}
      aside={<CopyAsButton accountId={account.id} title="Create project" call={form.call} />}
      instead={
        form.unclear && (
          <Button busy={form.underWay} onClick={() => void form.createAnother()}>
            Create another project
          </Button>
        )
      }
      after={form.failure && <CreateFailure accountId={account.id} error={form.failure} />}
    >
      <CreateFields account={account} form={form} />
    </FormDialog>
  );
}

/** Why no project came of it, with the way to the one that did. */
function CreateFailure({ accountId, error }: { accountId: string; error: Error }) {
  const close = useUnask();
  const router = useRouter();
  const refreshing = useWork(refreshingOf(accountId));
  const { code, about } = viewOf(error);
  const made = about !== null && (code === "secretLost" || code === "exists") ? about : undefined;
  const open = (id: string) => {
    close();
    router.go({ screen: "project", account: accountId, id });
  };
  const look = async () => {
    await refreshing.start();
    close();
    router.go({ screen: "projects" });
  };
  return (
    <Failure
      error={error}
      actions={
        <>
          {made !== undefined && (
            <Button size="small" icon="arrowRight" onClick={() => open(made)}>
              Open the project
            </Button>
          )}
          {code === "maybeCreated" && (
            <Button size="small" icon="refresh" busy={refreshing.underWay} onClick={() => void look()}>
              Look in the list
            </Button>
          )}
        </>
      }
    />
  );
}
