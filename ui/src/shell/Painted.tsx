import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import { accountsQuery, appInfoQuery, temporaryListQuery } from "@/data/queries";
import { cachedQuery, ownListOf } from "@/features/projects/lists";
import { call } from "@/ipc/call";
import { afterPaint } from "@/kit/afterPaint";
import { loadWhenUsed } from "@/kit/deferred";
import { useRoute } from "@/kit/route/useRouter";
import { removeLastView } from "./lastView";

/**
 * Reports to the backend once that the window shows something useful: the welcome, or what is kept of the current account.
 * From then on the code of all else may be read.
 */
export function Painted() {
  const info = useQuery(appInfoQuery);
  const temporary = useQuery(temporaryListQuery);
  const accounts = useQuery(accountsQuery);
  const current = accounts.data?.find(({ isCurrent }) => isCurrent);
  // Nothing is read for the figure that the screen would not read for itself.
  const isList = useRoute().screen === "projects";
  const kept = useQuery({
    ...cachedQuery(ownListOf(current ?? { id: "", organizationId: null })),
    enabled: current !== undefined && isList,
    // The rest of a list is read by whoever shows it, and not before that.
    refetchOnMount: false,
  });
  const reported = useRef(false);
  const isListThere = !isList || current === undefined || !kept.isPending;
  const isThere = !temporary.isPending && !accounts.isPending && isListThere;
  const useful = info.data?.firstRun === true || isThere;

  // Before the first paint, so that one picture takes the place of the other.
  useLayoutEffect(() => {
    if (useful) removeLastView();
  }, [useful]);
  useEffect(() => {
    if (!useful || reported.current) return;
    reported.current = true;
    void afterPaint().then(reportPainted);
  }, [useful]);
  useEffect(() => (useful ? loadWhenUsed() : undefined), [useful]);
  return null;
}

/** Only a measurement: nobody is helped by hearing that it failed. */
function reportPainted() {
  call({ kind: "appPainted", ready: true }).catch(() => {});
}
