import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import type { QuarantinedView } from "@/ipc/generated";
import { ByteSize } from "@/kit/data/ByteSize";
import { FullPath } from "@/kit/data/FullPath";
import { useUnask } from "@/kit/overlay/asked";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { discardingOf } from "./mutations";

/** Deletes one for good, after saying what it is and where it lies. */
export function DeleteQuarantinedDialog({ item }: { item: QuarantinedView }) {
  const discarding = useWork(discardingOf(item.id));
  const close = useUnask();
  const discard = async () => {
    if (await discarding.start()) close();
  };
  return (
    <ConfirmDialog
      open
      onClose={close}
      onConfirm={() => void discard()}
      title={`Delete ${item.name}?`}
      confirm="Delete for good"
      typeName="delete"
      busy={discarding.underWay}
      error={
        discarding.failure && (
          <Failure
            title={`${item.name} was not deleted`}
            error={discarding.failure.error}
            onRetry={() => void discard()}
          />
        )
      }
    >
      <FullPath>{item.path}</FullPath>
      <p>
        <ByteSize bytes={item.sizeBytes} /> go with everything in it. It cannot be brought back.
      </p>
    </ConfirmDialog>
  );
}
