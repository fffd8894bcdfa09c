import { workKeys } from "@/data/keys";
import { perform, type Work } from "@/data/work";
import { actionsOn } from "@/features/base/actions";
import { copiedAs } from "@/features/calls/copying";
import { call } from "@/ipc/call";
import type { ActivityFilter, ActivityView } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { toast } from "@/kit/overlay/toasts";
import type { Place } from "@/kit/route/place";
import { words } from "./words";

const ENTRY = "This action";

/** What an entry is about, as far as it can be opened. */
export function placeOf({ temporaryId, accountId, projectId }: ActivityView): Place | undefined {
  if (temporaryId !== null) return { screen: "temporary", id: temporaryId };
  if (accountId !== null && projectId !== null) {
    return { screen: "project", account: accountId, id: projectId };
  }
  return undefined;
}

/** Everything that is done with the log of one's own actions. */
export const logActions: readonly Action[] = [
  action({
    id: "activity.export",
    group: "History",
    title: words.exportActions,
    icon: "download",
    keywords: "activity log csv json save file",
    async run({ client, router }) {
      router.go({ screen: "history" });
      await perform(client, exporting, {});
    },
  }),
  ...actionsOn({ about: "activityEntry", group: ENTRY }, [
    {
      id: "activity.open",
      title: "Open",
      opens: true,
      titleFor: ({ subject }) => (subject ? `Open ${subject}` : "Open"),
      icon: "arrowRight",
      when: (entry) => placeOf(entry) !== undefined,
      run(entry, { router }) {
        const place = placeOf(entry);
        if (place) router.go(place);
      },
    },
    {
      id: "activity.operation",
      title: "Show operation",
      icon: "pulse",
      when: ({ operationIds }) => operationIds.length > 0,
      run({ operationIds: [id] }, { router }) {
        if (id !== undefined) router.go({ screen: "history", id });
      },
    },
  ]),
  ...actionsOn({ about: "activityEntry", group: "Copy" }, [
    {
      id: "activity.curl",
      title: "Copy as curl",
      icon: "terminal",
      keywords: "call request text",
      when: ({ curl }) => curl !== null,
      async run({ curl }) {
        await writeClipboard(curl ?? "");
        copiedAs("curl");
      },
    },
    {
      id: "activity.request",
      title: "Copy request ID",
      icon: "copy",
      when: ({ requestId }) => requestId !== null,
      run: ({ requestId }) => copied(requestId ?? "", "Request ID copied"),
    },
    {
      id: "activity.json",
      title: "Copy as JSON",
      icon: "copy",
      run: (entry) => copied(jsonText(entry), "Action copied as JSON"),
    },
  ]),
];

async function copied(text: string, title: string): Promise<void> {
  await writeClipboard(text);
  toast({ title });
}

declare module "@/kit/action/action" {
  interface Subjects {
    /** One entry of the log. */
    activityEntry: ActivityView;
  }
}

/** How many entries are where. */
export interface Exported {
  count: number;
  path: string;
}

/** Asks for a file and writes what fits the filter into it; nothing when the person changed their mind. */
export const exporting: Work<Exported | null, ActivityFilter> = {
  key: workKeys.activityExport,
  async run(filter) {
    const path = await call.activityPickFile();
    if (path === null) return null;
    return { count: await call.activityExport(filter, path), path };
  },
};
