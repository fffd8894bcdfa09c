import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { databasesQuery, rolesQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { Failure } from "@/features/Failure";
import { Button } from "@/kit/control/Button";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { useRouter } from "@/kit/route/useRouter";
import styles from "./Data.module.css";
import { creatingDatabase } from "./mutations";
import { NameField } from "./NameField";
import { faultOfName } from "./names";
import { OwnerField, usualOwner } from "./OwnerField";
import type { OnBranch } from "./places";
import { TakenNotice } from "./TakenNotice";

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
  const form = useId();
  const owner = chosen ?? usualOwner(roles.data, databases.data);
  const isTaken = databases.data?.some((each) => each.name === name) === true;

  const show = (which: string) => {
    router.go(
      { screen: "project", account: accountId, id: projectId, tab: "data", branch: branchId, name: which },
      { replace: true },
    );
    unask();
  };
  const create = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (faultOfName(name) || isTaken || owner === undefined) return;
    const made = await creating.start({ name, owner });
    // Refused: somebody else may have made one of this name meanwhile.
    if (made) show(made.item.name);
    else void databases.refetch();
  };
  return (
    <Dialog
      open
      onClose={unask}
      dismiss={creating.underWay ? "never" : "deliberate"}
      title={`New database on ${branchName}`}
      footer={
        <>
          {name !== "" && owner !== undefined && (
            <CopyAsButton
              accountId={accountId}
              title="Create database"
              call={{ kind: "createDatabase", projectId, branchId, name, owner }}
            />
          )}
          <Button onClick={unask} disabled={creating.underWay}>
            Cancel
          </Button>
          <Button tone="primary" submit form={form} busy={creating.underWay}>
            Create database
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void create(event)} noValidate>
        <NameField label="Name" value={name} onChange={setName} tried={tried} />
        <OwnerField
          at={at}
          value={owner}
          onChange={setChosen}
          error={
            tried && owner === undefined && !roles.isPending
              ? "Choose the role that is to own it."
              : undefined
          }
        />
      </form>
      {isTaken && !creating.underWay && (
        <TakenNotice what="database" name={name} at={at} onShow={() => show(name)} />
      )}
      {creating.failure && <Failure title="The database was not created" error={creating.failure.error} />}
    </Dialog>
  );
}
