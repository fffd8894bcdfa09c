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

/** Takes a row off the shelf, after saying what that does and what it leaves. */
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
      title={`Forget ${row.name}?`}
      footer={
        <>
          <Button onClick={close}>Keep it</Button>
          <MainButton submit={false} tone="danger" busy={forgetting.underWay} onClick={() => void forget()}>
            {`Forget ${row.name}`}
          </MainButton>
        </>
      }
    >
      {unasked && (
        <Failure
          title="The keychain may hold the secrets of this database"
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
      return `The database at ${row.placeLabel} is not deleted: it stays there${end} and then goes with its data.`;
    }
    case "claimed":
      return `The database stays in the account that claimed it. Only this row goes.`;
    case "creating":
    case "unclear":
      if (keychainUnasked(row)) {
        return `The database may be there at ${row.placeLabel}, with its data. Once this row is forgotten, it cannot be reached or claimed from here.`;
      }
      return `If a database was created at ${row.placeLabel}, it goes by itself 72 hours after its creation.`;
    case "expired":
    case "gone":
    case "failed":
      return "There is no database behind this row any more.";
  }
}

function goes(row: TemporaryView): string {
  const file = row.env ? ` ${row.env.path} stays as it is.` : "";
  return `Its connection string and claim link are removed from the keychain and cannot be brought back from here.${file}`;
}
