import { useWork } from "@/data/work";
import { FailureNotice } from "@/features/base/FailureNotice";
import type { AccountView } from "@/ipc/generated";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { useRouter } from "@/kit/route/useRouter";
import styles from "./Account.module.css";
import { removingOf } from "./mutations";
import { UnderRotation } from "./UnderRotation";
import { whereIs } from "./words";

/** Takes an account away from here, after saying what goes and that the platform keeps everything. */
export function RemoveAccountDialog({ account }: { account: AccountView }) {
  const close = useUnask();
  const removing = useWork(removingOf(account.id));
  const router = useRouter();
  const remove = async () => {
    if ((await removing.start()) === undefined) return;
    const place = router.current();
    if (place.screen === "project" && place.account === account.id) {
      router.go({ screen: "projects" }, { replace: true });
    }
    close();
  };
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void remove()}
      title={`Remove ${account.name}?`}
      confirm={`Remove ${account.name}`}
      typeName={account.isProduction ? account.name : undefined}
      busy={removing.underWay}
      error={
        removing.failure && (
          <FailureNotice title="The account was not removed" error={removing.failure.error} />
        )
      }
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
    </ConfirmDialog>
  );
}
