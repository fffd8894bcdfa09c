import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { mutationKeys } from "@/data/keys";
import { type MutationSpec, perform } from "@/data/mutation";
import { type Action, action } from "@/kit/action/action";
import { showOutcome } from "@/kit/table/pointed";
import { REFRESH } from "./words";

export const REFRESH_ACTION = "view.refresh";

/** For the menu of a whole screen or list. */
export const REFRESH_IN_MENU: readonly string[] = [REFRESH_ACTION];

/** Reads of a screen besides its queries. */
const others = new Set<() => Promise<unknown>>();

/** Reads everything that is shown again, at once. A part that could not be read says so in its place. */
const refreshing: MutationSpec<null, void> = {
  key: mutationKeys.viewRefresh,
  reads: true,
  async run(_nothing, client) {
    const refreshes = [client.refetchQueries({ type: "active" }), ...[...others].map((refresh) => refresh())];
    const read = Promise.allSettled(refreshes);
    // A view that became due meanwhile is read once more, and then there is an outcome.
    void showOutcome(read.then(() => idle(client)));
    await read;
    return null;
  },
};

/** Resolves once nothing that is shown is being read. */
async function idle(client: QueryClient): Promise<void> {
  const isIdle = () => client.isFetching({ type: "active" }) === 0;
  if (isIdle()) return;
  await new Promise<void>((resolve) => {
    const stop = client.getQueryCache().subscribe(() => {
      if (!isIdle()) return;
      stop();
      resolve();
    });
  });
}

export const refreshActions: readonly Action[] = [
  action({
    id: REFRESH_ACTION,
    group: REFRESH.group,
    title: REFRESH.title,
    icon: "refresh",
    shortcut: "R",
    otherShortcuts: ["Mod+R", "F5"],
    keywords: "reload",
    run: ({ client }) => perform(client, refreshing, undefined),
  }),
];

/** Lets the refresh action do this as well while the component is mounted. */
export function useAlsoRefresh(refresh: () => Promise<unknown>): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    const also = () => latest.current();
    others.add(also);
    return () => {
      others.delete(also);
    };
  }, []);
}
