import { viewOf } from "@/data/errors";
import { Failure } from "@/features/accounts/Failure";
import { Button } from "@/kit/control/Button";
import { ask } from "@/kit/overlay/asked";

interface CreateFailureProps {
  error: Error;
  /** Asks for the same once more. */
  onRetry?(): void;
  onDismiss?(): void;
}

/** A create that was refused is not called the same as one whose reply was lost: only the first is offered again. */
export function CreateFailure({ error, onRetry, onDismiss }: CreateFailureProps) {
  const dismiss = onDismiss ? { onDismiss } : {};
  if (viewOf(error).code === "maybeCreated") return <Failure error={error} {...dismiss} />;
  return (
    <Failure
      title="Couldn’t create the database"
      error={error}
      {...dismiss}
      {...(onRetry && { onRetry, actions: <ElsewhereButton /> })}
    />
  );
}

/** The way to every other place where a database can be made. */
export function ElsewhereButton() {
  return (
    <Button size="small" icon="gear" onClick={() => ask({ dialog: "temporaryOptions" })}>
      Choose another location…
    </Button>
  );
}
