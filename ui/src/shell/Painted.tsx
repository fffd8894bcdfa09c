import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { accountsQuery, appInfoQuery, temporaryListQuery } from "@/data/queries";
import { cachedQuery } from "@/features/projects/lists";
import { call } from "@/ipc/call";
import { loadDeferred } from "@/kit/deferred";
import { useRoute } from "@/kit/route/useRouter";

/**
 * Reports to the backend once that the window shows something useful: the welcome, or what is kept of the current account.
 * Then it is time to read the code of all that is shown later.
 */
export function Painted() {
  const info = useQuery(appInfoQuery);
  const temporary = useQuery(temporaryListQuery);
  const accounts = useQuery(accountsQuery);
  const current = accounts.data?.find(({ isCurrent }) => isCurrent);
  const list = {
    accountId: current?.id ?? "",
    scope: "own" as const,
    organizationId: current?.organizationId || null,
  };
  // Nothing is read for the figure that the screen would not read for itself.
  const isList = useRoute().screen === "projects";
  const kept = useQuery({ ...cachedQuery(list), enabled: current !== undefined && isList });
  const reported = useRef(false);
  const isListThere = !isList || current === undefined || !kept.isPending;
  const isThere = !temporary.isPending && !accounts.isPending && isListThere;
  const useful = info.data?.firstRun === true || isThere;

  useEffect(() => {
    if (!useful || reported.current) return;
    reported.current = true;
    // The second frame begins after the first was put on the screen.
    requestAnimationFrame(() => requestAnimationFrame(reportPainted));
  }, [useful]);
  return null;
}

/** The one is only a measurement, and what cannot be read ahead is read again where it is shown: nobody needs to hear of it. */
function reportPainted() {
  call.appPainted().catch(() => {});
  loadDeferred().catch(() => {});
}
