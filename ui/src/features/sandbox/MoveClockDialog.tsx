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
  deletedProject: "deleted project, which cannot be recovered any more",
  deletedBranch: "deleted branch, which cannot be recovered any more",
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
      failed="The clock was not moved"
    >
      <p>
        {counted(lost.length, "thing expires", "things expire")} by then and{" "}
        {lost.length === 1 ? "is" : "are"} deleted with all data. The clock cannot be moved back.
      </p>
      <LossList
        label="What is deleted"
        losses={lost.map(({ kind, name }) => ({ name, detail: KINDS[kind] }))}
      />
    </CallConfirmDialog>
  );
}
