import { useId } from "react";
import { useAccount } from "@/features/accounts/current";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { AccountView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { CreateFailure } from "./CreateFailure";
import { CreateFields } from "./CreateFields";
import styles from "./Projects.module.css";
import { useCreateProject } from "./useCreateProject";

/** Everything that can be chosen before a project is made. All of it may be left as it is. */
export function CreateProjectDialog({ accountId }: { accountId: string }) {
  const account = useAccount(accountId);
  return account ? <Form account={account} /> : null;
}

/** Only a project that was made, or Close, ends it. */
function Form({ account }: { account: AccountView }) {
  const form = useCreateProject(account);
  const id = useId();
  return (
    <Dialog
      open
      onClose={unask}
      dismiss="deliberate"
      title="New project"
      description={`In ${account.name}${account.isProduction ? ", which is marked as production" : ""}. What is left empty is the platform’s choice.`}
      footer={
        <>
          <CopyAsButton accountId={account.id} title="Create project" call={form.call} />
          {form.unclear ? (
            <Button busy={form.underWay} onClick={() => void form.createAnother()}>
              Create another project
            </Button>
          ) : (
            <Button tone="primary" submit form={id} busy={form.underWay}>
              Create project
            </Button>
          )}
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={(event) => void form.create(event)} noValidate>
        <CreateFields account={account} form={form} />
      </form>
      {form.failure && <CreateFailure accountId={account.id} error={form.failure} />}
    </Dialog>
  );
}
