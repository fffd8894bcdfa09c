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
      failed="The account was not removed"
    >
      <p>From this machine go:</p>
      <ul className={styles.lines}>
        <li>its key, which is erased from the keychain,</li>
        <li>the lists of its projects that are kept for a quick start, and the names that search finds,</li>
        <li>operations that are followed and what could be brought back by Undo.</li>
      </ul>
      <p>
        The platform ({whereIs(account)}) keeps everything: projects, branches, data, and the key itself,
        which stays valid until it is revoked there. The activity log stays.
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
  const left = step === "revoke" ? (oldName ?? "its former key") : newName;
  return (
    <Notice
      tone="warning"
      title="Its key is being rotated"
      testId="under-rotation"
      actions={
        <Button size="small" onClick={() => ask({ dialog: "rotation", id })}>
          Show the rotation…
        </Button>
      }
    >
      Removed now, a second key may stay valid at the platform: {left}.{" "}
      {canUndo(rotation)
        ? "Resume the rotation or undo it first"
        : "Wait for the rotation or resume it first"}
      , or revoke that key there.
    </Notice>
  );
}
