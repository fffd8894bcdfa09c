import { counted } from "@/data/format";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { LossKind, LossView } from "@/ipc/generated";
import { formatDuration } from "@/kit/time/duration";
import { LossList } from "./LossList";
import { advancing } from "./mutations";

const KINDS: Record<LossKind, string> = {
  temporaryDatabase: "temporary database",
  branch: "branch",
  deletedProject: "deleted project, no longer recoverable",
  deletedBranch: "deleted branch, no longer recoverable",
};

/** Names everything that is over by the time the clock is moved to. */
export function MoveClockDialog({ seconds, lost }: { seconds: number; lost: readonly LossView[] }) {
  const span = formatDuration(seconds * 1000);
  const form = useForm(advancing, { input: () => seconds });
  return (
    <CallConfirmDialog
      form={form}
      title={`Move the clock forward by ${span}?`}
      confirm={`Move and delete ${lost.length}`}
      failed="Couldn’t move the clock"
    >
      <p>
        {counted(lost.length, "item expires", "items expire")} by then and {lost.length === 1 ? "is" : "are"}{" "}
        deleted with all data. You can’t move the clock back.
      </p>
      <LossList
        label="What will be deleted"
        losses={lost.map(({ kind, name }) => ({ name, detail: KINDS[kind] }))}
      />
    </CallConfirmDialog>
  );
}
