import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { appInfoQuery, shelfQuery } from "@/data/queries";
import { call } from "@/ipc/call";

/** Tells the backend once that the window shows something useful: the welcome, or the shelf with what is on it. */
export function Painted() {
  const info = useQuery(appInfoQuery);
  const shelf = useQuery(shelfQuery);
  const told = useRef(false);
  const useful = info.data?.firstRun === true || !shelf.isPending;

  useEffect(() => {
    if (!useful || told.current) return;
    told.current = true;
    // The second frame begins after the first was put on the screen.
    requestAnimationFrame(() => requestAnimationFrame(tell));
  }, [useful]);
  return null;
}

/** Only a measurement: nobody is helped by hearing that it failed. */
function tell() {
  call.appPainted().catch(() => {});
}
