import { perform } from "@/data/mutation";
import { type Action, action } from "@/kit/action/action";
import { afterPaint } from "@/kit/afterPaint";
import { checking } from "./mutations";
import { updatesQuery } from "./queries";
import { UPDATES } from "./words";

export const updateActions: readonly Action[] = [
  action({
    id: "updates.check",
    group: UPDATES.group,
    title: UPDATES.check,
    icon: "refresh",
    keywords: UPDATES.keywords,
    // The settings show what comes of it, or who updates Plinth instead.
    run: async ({ client, router }) => {
      router.go({ screen: "settings" });
      await afterPaint();
      document.getElementById(UPDATES.place)?.scrollIntoView({ block: "start" });
      const { by } = await client.fetchQuery(updatesQuery);
      if (by === "plinth") await perform(client, checking, undefined);
    },
  }),
];
