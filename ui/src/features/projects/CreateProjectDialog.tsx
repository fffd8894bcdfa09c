import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { useMutationSpec } from "@/data/mutation";
import { Failure } from "@/features/base/Failure";
import { MutationFormDialog } from "@/features/base/MutationDialogs";
import { lockedWords } from "@/features/base/words";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { AccountView, ErrorView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { useCloseDialog } from "@/kit/overlay/dialogs";
import { useRouter } from "@/kit/route/useRouter";
import { CreateFields } from "./CreateFields";
import { refreshingOf } from "./mutations";
import { useCreateProject } from "./useCreateProject";
import { CREATE } from "./words";

/** Everything that can be chosen before a project is made. All of it may be left as it is. */
export function CreateProjectDialog({ accountId, name }: { accountId: string; name?: string }) {
  const account = useAccount(accountId);
  return account ? <Form account={account} name={name ?? ""} /> : null;
}

/** Only a project that was made, or Cancel, ends it. */
function Form({ account, name }: { account: AccountView; name: string }) {
  const model = useCreateProject(account, name);
  return (
    <MutationFormDialog
      form={model.form}
      title={CREATE.title}
      description={account.isProduction ? CREATE.inProduction(account.name) : CREATE.inAccount(account.name)}
      submit={CREATE.submit}
      blocked={lockedWords(account)}
      aside={<CopyAsButton {...model.call} />}
      instead={
        model.unclear && (
          <Button busy={model.form.busy} onClick={() => void model.createAnother()}>
            {CREATE.another}
          </Button>
        )
      }
      refusal={({ error }) => <CreateFailure accountId={account.id} error={error} />}
    >
      <CreateFields account={account} form={model} />
    </MutationFormDialog>
  );
}

/** Shows why no project was created, with a link to the project that was created after all. */
function CreateFailure({ accountId, error }: { accountId: string; error: Error | ErrorView }) {
  const close = useCloseDialog();
  const router = useRouter();
  const refreshing = useMutationSpec(refreshingOf(accountId));
  const { code, about } = error instanceof Error ? viewOf(error) : error;
  const failed = code !== "maybeCreated" && code !== "secretLost" && code !== "exists";
  const made = about !== null && (code === "secretLost" || code === "exists") ? about : undefined;
  const open = (id: string) => {
    close();
    router.go({ screen: "project", account: accountId, id });
  };
  const refresh = async () => {
    await refreshing.start();
    close();
    router.go({ screen: "projects" });
  };
  return (
    <Failure
      {...(failed && { title: CREATE.failed })}
      error={error}
      actions={
        <>
          {made !== undefined && (
            <Button size="small" icon="arrowRight" onClick={() => open(made)}>
              {CREATE.open}
            </Button>
          )}
          {code === "maybeCreated" && (
            <Button size="small" icon="refresh" busy={refreshing.underWay} onClick={() => void refresh()}>
              {CREATE.showProjects}
            </Button>
          )}
        </>
      }
    />
  );
}
