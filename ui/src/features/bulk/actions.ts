import type { BulkRequest } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { toast } from "@/kit/overlay/toasts";
import { bulkQuery } from "./queries";
import { ACTIONS } from "./words";

/** Opens what is done to many at once again. */
export const bulkActions: readonly Action[] = [
  action({
    id: "bulk.show",
    group: ACTIONS.group,
    ...ACTIONS.show,
    icon: "pulse",
    keywords: "bulk projects keys branches computes delete recover revoke progress results",
    async run({ client }) {
      const [newest] = await client.fetchQuery(bulkQuery);
      if (newest) openDialog({ dialog: "bulk", id: newest.id });
      else toast({ title: ACTIONS.none });
    },
  }),
];

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    /** What would be done to many at once, before it is begun. */
    planBulk: BulkRequest;
    /** What is being done to many at once, or was. */
    bulk: { id: string };
  }
}

/** What a request says unless it is about something that needs it. */
type BulkOrder = Pick<BulkRequest, "accountId" | "verb" | "itemIds"> & Partial<BulkRequest>;

/** A request with what most do not need left out. */
export const requestOf = (order: BulkOrder): BulkRequest => ({
  organizationId: null,
  projectId: null,
  expiresAt: null,
  ...order,
});

/** Shows what would be done to many at once. */
export const openBulkDialog = (order: BulkOrder): void =>
  openDialog({ dialog: "planBulk", ...requestOf(order) });
