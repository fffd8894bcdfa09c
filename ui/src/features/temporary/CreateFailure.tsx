import { viewOf } from "@/data/errors";
import { Failure } from "@/features/Failure";

interface CreateFailureProps {
  error: Error;
  onDismiss?(): void;
}

/** A create that was refused is not called the same as one whose reply was lost. */
export function CreateFailure({ error, onDismiss }: CreateFailureProps) {
  const dismiss = onDismiss ? { onDismiss } : {};
  if (viewOf(error).code === "maybeCreated") return <Failure error={error} {...dismiss} />;
  return <Failure title="The database was not created" error={error} {...dismiss} />;
}
