import { canRetry, viewOf } from "@/data/errors";
import { Failure } from "@/features/base/Failure";
import { Button } from "@/kit/control/Button";
import { openDialog } from "@/kit/overlay/dialogs";
import { CREATE_FAILURE } from "./words";

interface CreateFailureProps extends Partial<CreateWaysProps> {
  error: Error;
  onDismiss?(): void;
}

/** A create that was refused is not called the same as one whose reply was lost: only the first is offered again. */
export function CreateFailure({ error, onRetry, onSandbox, onDismiss }: CreateFailureProps) {
  const dismiss = onDismiss ? { onDismiss } : {};
  const { code } = viewOf(error);
  if (code === "maybeCreated") return <Failure error={error} {...dismiss} />;
  return (
    <Failure
      title={CREATE_FAILURE.title}
      error={error}
      {...dismiss}
      actions={onRetry && <CreateWays onRetry={canRetry(code) ? onRetry : undefined} onSandbox={onSandbox} />}
    />
  );
}

interface CreateWaysProps {
  /** Asks for the same once more; absent where that cannot end otherwise. */
  onRetry: (() => void) | undefined;
  /** Asks for the same in the sandbox; absent where that was refused. */
  onSandbox: (() => void) | undefined;
  busy?: boolean;
}

/** What can be done about a database that was not made. */
export function CreateWays({ onRetry, onSandbox, busy = false }: CreateWaysProps) {
  return (
    <>
      {onRetry && (
        <Button size="small" icon="refresh" busy={busy} onClick={onRetry}>
          {CREATE_FAILURE.again}
        </Button>
      )}
      {onSandbox && (
        <Button size="small" icon="terminal" busy={busy} onClick={onSandbox}>
          {CREATE_FAILURE.inSandbox}
        </Button>
      )}
      <Button size="small" icon="gear" onClick={() => openDialog({ dialog: "temporaryOptions" })}>
        {CREATE_FAILURE.elsewhere}
      </Button>
    </>
  );
}
