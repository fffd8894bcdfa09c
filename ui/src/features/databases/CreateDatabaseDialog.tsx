import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { databasesQuery, rolesQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { useRouter } from "@/kit/route/useRouter";
import { creatingDatabase } from "./mutations";
import { NameField, TakenNotice } from "./NameField";
import { faultOfName } from "./names";
import { OwnerField, usualOwner } from "./OwnerField";
import type { OnBranch } from "./places";

/** Makes a database on a branch. A name that is taken leads to the database that has it. */
export function CreateDatabaseDialog({ at }: { at: OnBranch }) {
  const { accountId, projectId, branchId, branchName } = at;
  const databases = useQuery(databasesQuery(accountId, projectId, branchId));
  const roles = useQuery(rolesQuery(accountId, projectId, branchId));
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<string>();
  const [tried, setTried] = useState(false);
  const creating = useWork(creatingDatabase(at));
  const router = useRouter();
  const close = useUnask();
  const owner = chosen ?? usualOwner(roles.data, databases.data);
  const isTaken = databases.data?.some((each) => each.name === name) === true;

  const show = (which: string) => {
    router.go(
      { screen: "project", account: accountId, id: projectId, tab: "data", branch: branchId, name: which },
      { replace: true },
    );
    close();
  };
  const create = async () => {
    setTried(true);
    if (faultOfName(name) || isTaken || owner === undefined) return;
    const made = await creating.start({ name, owner });
    // Refused: somebody else may have made one of this name meanwhile.
    if (made) show(made.item.name);
    else void databases.refetch();
  };
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void create()}
      title={`New database on ${branchName}`}
      submit="Create database"
      busy={creating.underWay}
      aside={
        name !== "" &&
        owner !== undefined && (
          <CopyAsButton
            accountId={accountId}
            title="Create database"
            call={{ kind: "createDatabase", projectId, branchId, name, owner }}
          />
        )
      }
      after={
        <>
          {isTaken && !creating.underWay && (
            <TakenNotice what="database" name={name} at={at} onShow={() => show(name)} />
          )}
          {creating.failure && (
            <Failure title="The database was not created" error={creating.failure.error} />
          )}
        </>
      }
    >
      <NameField label="Name" value={name} onChange={setName} tried={tried} />
      <OwnerField
        at={at}
        value={owner}
        onChange={setChosen}
        error={
          tried && owner === undefined && !roles.isPending ? "Choose the role that is to own it." : undefined
        }
      />
    </FormDialog>
  );
}
