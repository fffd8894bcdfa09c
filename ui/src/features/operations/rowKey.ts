import type { TrackedOperationView } from "@/ipc/generated";

/** Names an operation among those of every account. */
export const rowKey = ({ accountId, operation }: TrackedOperationView): string =>
  `${accountId}/${operation.id}`;
