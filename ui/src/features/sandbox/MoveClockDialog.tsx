import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { LossView } from "@/ipc/generated";
import { formatDuration } from "@/kit/time/duration";
import { LossList } from "./LossList";
import { advancing } from "./mutations";
import { CLOCK, lossGroups, MOVE } from "./words";

/** Names everything that is over by the time the clock is moved to. */
export function MoveClockDialog({ seconds, lost }: { seconds: number; lost: readonly LossView[] }) {
  const span = formatDuration(seconds * 1000);
  const form = useForm(advancing, { input: () => seconds });
  return (
    <CallConfirmDialog
      form={form}
      title={MOVE.title(span)}
      confirm={MOVE.confirm(lost.length)}
      failed={CLOCK.unmoved}
    >
      <p>{MOVE.text(lost.length)}</p>
      <LossList label={MOVE.list} groups={lossGroups(lost)} />
    </CallConfirmDialog>
  );
}
