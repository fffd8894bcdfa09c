import { useQuery } from "@tanstack/react-query";
import { rotationsQuery } from "@/data/queries";
import { MutationConfirmDialog } from "@/features/base/MutationDialogs";
import { useForm } from "@/features/base/useForm";
import type { AccountView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { openDialog } from "@/kit/overlay/dialogs";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import styles from "./Account.module.css";
import { removingOf } from "./mutations";
import { canUndo, isOver } from "./rotation";
import { REMOVE, whereIs } from "./words";

/** Takes an account away from here, after saying what goes and that the platform keeps everything. */
export function RemoveAccountDialog({ account }: { account: AccountView }) {
  const router = useRouter();
  const form = useForm(removingOf(account.id), {
    input: () => undefined,
    onDone: () => {
      const route = router.current();
      if (route.screen === "project" && route.account === account.id) {
        router.go({ screen: "projects" }, { replace: true });
      }
      form.close();
    },
  });
  return (
    <MutationConfirmDialog
      form={form}
      title={REMOVE.title(account.name)}
      confirm={REMOVE.submit(account.name)}
      typeName={account.isProduction ? account.name : undefined}
      failed={REMOVE.failed}
    >
      <p>{REMOVE.removes}</p>
      <ul className={styles.lines}>
        <li>{REMOVE.key}</li>
        <li>{REMOVE.caches}</li>
        <li>{REMOVE.operations}</li>
      </ul>
      <p>{REMOVE.keeps(whereIs(account))}</p>
      <UnderRotation accountId={account.id} />
    </MutationConfirmDialog>
  );
}

/** Before an account goes whose key is changed for a new one: with it goes the only way to revoke what is left over. */
function UnderRotation({ accountId }: { accountId: string }) {
  const all = useQuery(rotationsQuery).data;
  const rotation = all?.find((each) => each.accountId === accountId && !isOver(each));
  if (!rotation || rotation.isRevoked) return null;
  const { id, step, oldName, newName } = rotation;
  const left = step === "revoke" ? (oldName ?? REMOVE.oldKey) : newName;
  return (
    <Notice
      tone="warning"
      title={REMOVE.rotation}
      testId="under-rotation"
      actions={
        <Button size="small" onClick={() => openDialog({ dialog: "rotation", id })}>
          {REMOVE.showRotation}
        </Button>
      }
    >
      {REMOVE.underRotation(left, canUndo(rotation))}
    </Notice>
  );
}
