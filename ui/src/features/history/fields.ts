import { number, text, time } from "@/features/base/fields";
import type { Clock } from "@/features/base/Instant";
import type { OperationView } from "@/ipc/generated";
import type { RawField } from "@/kit/data/AllFields";
import { FIELDS } from "./words";

/** Everything that the platform reports of an operation. */
export function operationFields(operation: OperationView, clock: Clock): readonly RawField[] {
  return [
    text("ID", operation.id),
    text(FIELDS.projectId, operation.projectId),
    text(FIELDS.branchId, operation.branchId),
    text(FIELDS.computeId, operation.computeId),
    text(FIELDS.action, operation.action),
    text(FIELDS.status, operation.status),
    text(FIELDS.error, operation.error),
    number(FIELDS.failures, operation.failures),
    number(FIELDS.duration, operation.durationMs),
    time(FIELDS.retry, operation.retryAt, clock),
    time(FIELDS.created, operation.createdAt, clock),
    time(FIELDS.updated, operation.updatedAt, clock),
  ];
}
