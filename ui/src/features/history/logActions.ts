import { mutationKeys } from "@/data/keys";
import { type MutationSpec, perform } from "@/data/mutation";
import { actionsOn } from "@/features/base/actions";
import { copiedAs } from "@/features/calls/copying";
import { call } from "@/ipc/call";
import type { ActivityFilter, ActivityView } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { toast } from "@/kit/overlay/toasts";
import type { Route } from "@/kit/route/route";
import { ACTIONS, words } from "./words";

/** What an entry is about, as far as it can be opened. */
export function routeOf({ temporaryId, accountId, projectId }: ActivityView): Route | undefined {
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
    group: words.title,
    title: words.exportActions,
    icon: "download",
    keywords: "activity log csv json save file",
    async run({ client, router }) {
      router.go({ screen: "history" });
      await perform(client, exporting, {});
    },
  }),
  ...actionsOn({ about: "activityEntry", group: ACTIONS.entry }, [
    {
      id: "activity.open",
      title: ACTIONS.open,
      opens: true,
      titleFor: ({ subject }) => (subject ? ACTIONS.openNamed(subject) : ACTIONS.open),
      icon: "arrowRight",
      when: (entry) => routeOf(entry) !== undefined,
      run(entry, { router }) {
        const route = routeOf(entry);
        if (route) router.go(route);
      },
    },
    {
      id: "activity.operation",
      title: ACTIONS.showOperation,
      icon: "pulse",
      when: ({ operationIds }) => operationIds.length > 0,
      run({ operationIds: [id] }, { router }) {
        if (id !== undefined) router.go({ screen: "history", id });
      },
    },
  ]),
  ...actionsOn({ about: "activityEntry", group: ACTIONS.copyGroup }, [
    {
      id: "activity.curl",
      title: ACTIONS.curl,
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
      title: ACTIONS.copyRequestId,
      icon: "copy",
      when: ({ requestId }) => requestId !== null,
      run: ({ requestId }) => copied(requestId ?? "", ACTIONS.requestIdCopied),
    },
    {
      id: "activity.json",
      title: ACTIONS.json,
      icon: "copy",
      run: (entry) => copied(jsonText(entry), ACTIONS.actionCopied),
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
export const exporting: MutationSpec<Exported | null, ActivityFilter> = {
  key: mutationKeys.activityExport,
  reads: true,
  async run(filter) {
    const path = await call({ kind: "activityPickFile" });
    if (path === null) return null;
    return { count: await call({ kind: "activityExport", filter, path }), path };
  },
};
