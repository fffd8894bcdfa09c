import type { BulkWish } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import { ask } from "@/kit/overlay/asked";
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
      if (newest) ask({ dialog: "bulk", id: newest.id });
      else toast({ title: ACTIONS.none });
    },
  }),
];

declare module "@/kit/overlay/asked" {
  interface Dialogs {
    /** What would be done to many at once, before it is begun. */
    planBulk: BulkWish;
    /** What is being done to many at once, or was. */
    bulk: { id: string };
  }
}

/** What a request says unless it is about something that needs it. */
type Wanted = Pick<BulkWish, "accountId" | "verb" | "itemIds"> & Partial<BulkWish>;

/** A request with what most do not need left out. */
export const wishOf = (wanted: Wanted): BulkWish => ({
  organizationId: null,
  projectId: null,
  expiresAt: null,
  ...wanted,
});

/** Shows what would be done to many at once. */
export const askBulk = (wanted: Wanted): void => ask({ dialog: "planBulk", ...wishOf(wanted) });
