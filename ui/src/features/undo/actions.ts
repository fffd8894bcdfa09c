import { clockOffsetOf } from "@/data/clockOffset";
import { undoQuery } from "@/data/queries";
import { perform } from "@/data/work";
import { type Action, action } from "@/kit/action/action";
import { toast } from "@/kit/overlay/toasts";
import { formatDate } from "@/kit/time/formatDate";
import { undoingOf } from "./mutations";

/** The way back of what was deleted last. */
export const undoActions: readonly Action[] = [
  action({
    id: "undo.last",
    group: "Projects",
    title: "Bring back what was deleted last",
    icon: "undo",
    keywords: "undo recover restore project branch",
    async run({ client }) {
      const offered = await client.fetchQuery(undoQuery);
      const last = [...offered].sort((a, b) => b.deletedAt.localeCompare(a.deletedAt))[0];
      if (!last) return void toast({ title: "Nothing was deleted here that can be brought back" });
      const back = await perform(client, undoingOf(last), undefined);
      if (back)
        toast({
          title: `${last.name} is back`,
          detail: `Deleted ${formatDate(last.deletedAt, clockOffsetOf(client, last.accountId))}`,
        });
    },
  }),
];
