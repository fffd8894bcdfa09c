import { useQuery } from "@tanstack/react-query";
import { rotationsQuery } from "@/data/queries";
import { useForm } from "@/features/base/useForm";
import { WorkConfirmDialog } from "@/features/base/WorkDialogs";
import type { AccountView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { ask } from "@/kit/overlay/asked";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import styles from "./Account.module.css";
import { removingOf } from "./mutations";
import { canUndo, isOver } from "./rotation";
import { whereIs } from "./words";

/** Takes an account away from here, after saying what goes and that the platform keeps everything. */
export function RemoveAccountDialog({ account }: { account: AccountView }) {
  const router = useRouter();
  const form = useForm(removingOf(account.id), {
    input: () => undefined,
    onDone: () => {
      const place = router.current();
      if (place.screen === "project" && place.account === account.id) {
        router.go({ screen: "projects" }, { replace: true });
      }
      form.close();
    },
  });
  return (
    <WorkConfirmDialog
      form={form}
      title={`Remove ${account.name}?`}
      confirm={`Remove ${account.name}`}
      typeName={account.isProduction ? account.name : undefined}
      failed="Couldn’t remove the account"
    >
      <p>This removes from this machine:</p>
      <ul className={styles.lines}>
        <li>the key in the keychain</li>
        <li>cached project lists and search results</li>
        <li>tracked operations and pending undos</li>
      </ul>
      <p>
        Nothing changes on the platform ({whereIs(account)}): projects, branches and data stay, and the key
        stays valid until you revoke it there. History keeps what you did with it.
      </p>
      <UnderRotation accountId={account.id} />
    </WorkConfirmDialog>
  );
}

/** Before an account goes whose key is changed for a new one: with it goes the only way to revoke what is left over. */
function UnderRotation({ accountId }: { accountId: string }) {
  const all = useQuery(rotationsQuery).data;
  const rotation = all?.find((each) => each.accountId === accountId && !isOver(each));
  if (!rotation || rotation.isRevoked) return null;
  const { id, step, oldName, newName } = rotation;
  const left = step === "revoke" ? (oldName ?? "the old key") : newName;
  return (
    <Notice
      tone="warning"
      title="Key rotation in progress"
      testId="under-rotation"
      actions={
        <Button size="small" onClick={() => ask({ dialog: "rotation", id })}>
          Show rotation…
        </Button>
      }
    >
      If you remove the account now, a second key may stay valid on the platform: {left}.{" "}
      {canUndo(rotation)
        ? "Resume or undo the rotation first"
        : "Wait for the rotation to finish or resume it first"}
      , or revoke that key there.
    </Notice>
  );
}
