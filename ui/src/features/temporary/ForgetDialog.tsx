import { useWork } from "@/data/work";
import { Failure, WorkRefusal } from "@/features/accounts/Failure";
import type { TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { useUnask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { MainButton } from "@/kit/overlay/MainButton";
import { useRouter } from "@/kit/route/useRouter";
import { formatDate } from "@/kit/time/formatDate";
import { forgettingOf } from "./mutations";
import { keychainUnasked, RetryKeychain } from "./RetryKeychain";

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
      title={`Remove ${row.name} from the list?`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <MainButton submit={false} tone="danger" busy={forgetting.underWay} onClick={() => void forget()}>
            Remove from list
          </MainButton>
        </>
      }
    >
      {unasked && (
        <Failure
          title="This database’s secrets may still be in the keychain"
          error={unasked}
          actions={<RetryKeychain />}
        />
      )}
      <p>{leaves(row)}</p>
      <p>{goes(row)}</p>
      <WorkRefusal failure={forgetting.failure} />
    </Dialog>
  );
}

function leaves(row: TemporaryView): string {
  switch (row.state) {
    case "unclaimed":
    case "claiming":
    case "unknown": {
      const end = row.expiresAt
        ? ` until ${formatDate(row.expiresAt, row.clockOffsetMs)}`
        : " until it expires";
      return `The database isn’t deleted now. It stays at ${row.placeLabel}${end}, then it is deleted with its data.`;
    }
    case "claimed":
      return "The database stays in the account that claimed it. It is only removed from this list.";
    case "creating":
    case "unclear":
      if (keychainUnasked(row)) {
        return `The database may exist at ${row.placeLabel}, with its data. Once removed from the list, it can’t be reached or claimed from Plinth.`;
      }
      return `If a database was created at ${row.placeLabel}, it expires 72 hours after creation.`;
    case "expired":
    case "gone":
    case "failed":
      return "This database no longer exists.";
  }
}

function goes(row: TemporaryView): string {
  const file = row.env ? ` ${row.env.path} isn’t changed.` : "";
  return `Its connection string and claim link are deleted from the keychain and can’t be recovered.${file}`;
}
