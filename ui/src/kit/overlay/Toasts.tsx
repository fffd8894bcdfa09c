import { Toast } from "@base-ui/react/toast";
import { cx } from "@/kit/cx";
import { Icon } from "@/kit/icon/Icon";
import { TOAST } from "@/kit/words";
import styles from "./Toasts.module.css";
import { toastQueue } from "./toasts";

/** Where toasts appear; once a window. New ones are announced politely, F6 leads to them. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={toastQueue} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className={cx(styles.viewport)} aria-label={TOAST.label}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((entry) => (
    <Toast.Root
      key={entry.id}
      toast={entry}
      className={cx(styles.toast, entry.type === "danger" && styles.danger)}
    >
      <Toast.Content className={cx(styles.content)}>
        {entry.type === "danger" && <Icon name="alert" className={styles.sign} />}
        <div className={styles.words}>
          <Toast.Title render={<div />} className={cx(styles.title)} />
          <Toast.Description render={<div />} className={cx(styles.detail)} />
        </div>
        <Toast.Action className={cx(styles.undo)} />
        <Toast.Close className={cx(styles.close)} aria-label={TOAST.close}>
          <Icon name="close" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
