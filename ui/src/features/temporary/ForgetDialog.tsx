import { useWork } from "@/data/work";
import { Failure, WorkRefusal } from "@/features/base/Failure";
import type { TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { useUnask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { MainButton } from "@/kit/overlay/MainButton";
import { useRouter } from "@/kit/route/useRouter";
import { keychainUnasked } from "./keychainUnasked";
import { forgettingOf } from "./mutations";
import { RetryKeychain } from "./RetryKeychain";
import { FORGET, goes, leaves } from "./words";

/** Takes a row out of the list, after saying what that does and what it leaves. */
export function ForgetDialog({ row }: { row: TemporaryView }) {
  const close = useUnask();
  const forgetting = useWork(forgettingOf(row.id));
  const router = useRouter();
  const unasked = keychainUnasked(row);
  const forget = async () => {
    const done = await forgetting.start();
    if (done === undefined) return;
    // Another database may be open beside the list.
    const place = router.current();
    if (place.screen === "temporary" && place.id === row.id) {
      router.go({ screen: "temporary" }, { replace: true });
    }
    close();
  };
  return (
    <Dialog
      open
      onClose={close}
      size="small"
      title={FORGET.title(row.name)}
      footer={
        <>
          <Button onClick={close}>{FORGET.cancel}</Button>
          <MainButton submit={false} tone="danger" busy={forgetting.underWay} onClick={() => void forget()}>
            {FORGET.confirm}
          </MainButton>
        </>
      }
    >
      {unasked && <Failure title={FORGET.unasked} error={unasked} actions={<RetryKeychain />} />}
      <p>{leaves(row)}</p>
      <p>{goes(row)}</p>
      <WorkRefusal failure={forgetting.failure} />
    </Dialog>
  );
}
