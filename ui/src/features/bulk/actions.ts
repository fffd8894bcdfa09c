import type { BulkWish } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import { ask } from "@/kit/overlay/asked";
import { toast } from "@/kit/overlay/toasts";
import { bulkQuery } from "./queries";

/** Opens what is done to many at once again. */
export const bulkActions: readonly Action[] = [
  action({
    id: "bulk.show",
    group: "Projects",
    title: "Show bulk tasks",
    icon: "pulse",
    keywords: "bulk projects keys delete recover revoke progress results",
    async run({ client }) {
      const [newest] = await client.fetchQuery(bulkQuery);
      if (newest) ask({ dialog: "bulk", id: newest.id });
      else toast({ title: "No bulk tasks running" });
    },
  }),
];

declare module "@/kit/overlay/asked" {
  interface Dialogs {
    /** What would be done to many projects or keys, before it is begun. */
    planBulk: BulkWish;
    /** What is being done to many projects or keys, or was. */
    bulk: { id: string };
  }
}
