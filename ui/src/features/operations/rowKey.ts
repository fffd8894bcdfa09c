import type { TrackedOperationView } from "@/ipc/generated";

/** Names an operation among those of every account. */
export const rowKey = ({ operation }: TrackedOperationView): string => operation.id;
