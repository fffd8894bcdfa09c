import { number, text, time } from "@/features/base/fields";
import type { Clock } from "@/features/base/Instant";
import type { OperationView } from "@/ipc/generated";
import type { RawField } from "@/kit/data/AllFields";

/** Everything that the platform reports of an operation. */
export function operationFields(operation: OperationView, clock: Clock): readonly RawField[] {
  return [
    text("ID", operation.id),
    text("Project ID", operation.projectId),
    text("Branch ID", operation.branchId),
    text("Compute ID", operation.computeId),
    text("Action", operation.action),
    text("Status", operation.status),
    text("Error", operation.error),
    number("Failures", operation.failures),
    number("Duration, ms", operation.durationMs),
    time("Next attempt", operation.retryAt, clock),
    time("Created", operation.createdAt, clock),
    time("Updated", operation.updatedAt, clock),
  ];
}
