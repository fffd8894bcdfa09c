import { operationsQuery } from "@/data/queries";
import type { Work } from "@/data/work";
import { call } from "@/ipc/call";
import type { OperationView, TrackedOperationView } from "@/ipc/generated";

export const lookKey = (accountId: string, id: string) => ["operation", "look", accountId, id];

/** Asks the platform about one operation now. */
export const lookingOf = ({ accountId, operation }: TrackedOperationView): Work<OperationView, void> => ({
  key: lookKey(accountId, operation.id),
  run: () => call.operationGet(accountId, operation.projectId, operation.id),
  settle: (found, _nothing, client) => {
    client.setQueryData(operationsQuery.queryKey, (list) =>
      list?.map((each) =>
        each.accountId === accountId && each.operation.id === found.id ? { ...each, operation: found } : each,
      ),
    );
  },
});
