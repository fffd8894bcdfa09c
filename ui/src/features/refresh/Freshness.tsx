import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { mutationKeys } from "@/data/keys";
import { useUnderWay } from "@/data/mutation";
import { platformViewOf, readAtOf } from "@/data/platformViews";
import { Instant } from "@/features/base/Instant";
import { useAction } from "@/kit/action/useAction";
import { IconButton } from "@/kit/control/IconButton";
import { Icon } from "@/kit/icon/Icon";
import { MINUTE, SECOND, useNow } from "@/kit/time/useNow";
import styles from "./Freshness.module.css";
import { REFRESH_ACTION } from "./refresh";
import { REFRESH } from "./words";

/** A read that begins at the age of a minute has this long to end before the age shows. */
const SLACK = 15 * SECOND;
/** How long the result of a refresh is shown, in milliseconds. */
const DONE = 4 * SECOND;

/** How old what the screen shows of a platform is, where that is more than a minute, and that it is being refreshed. */
export function Freshness() {
  const { readAt, failed } = useShown();
  const now = useNow(readAt === undefined ? undefined : 5 * SECOND);
  const busy = useUnderWay(mutationKeys.viewRefresh);
  const done = useJustEnded(busy);
  const refresh = useAction(REFRESH_ACTION);
  const isOld = readAt !== undefined && (failed || now - readAt >= MINUTE + SLACK);
  return (
    <span className={styles.freshness} data-live>
      {failed && !busy && <Icon name="alert" className={styles.sign} />}
      <span role="status" className={styles.words}>
        {busy ? REFRESH.running : failed ? REFRESH.failed : ""}
      </span>
      {!busy && readAt !== undefined && (isOld || done) && (
        <span className={styles.words} data-testid="last-checked">
          {REFRESH.lastChecked} <Instant at={readAt} clock="here" />
        </span>
      )}
      {isOld && !busy && (
        <IconButton icon="refresh" label={REFRESH.title} size="small" onClick={refresh.run} />
      )}
    </span>
  );
}

/** For a moment after `busy` has ended. */
function useJustEnded(busy: boolean): boolean {
  const [before, setBefore] = useState(busy);
  const [done, setDone] = useState(false);
  if (before !== busy) {
    setBefore(busy);
    setDone(!busy);
  }
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), DONE);
    return () => clearTimeout(timer);
  }, [done]);
  return done;
}

/** When the oldest of what is shown of a platform was read, and whether some of it could not be read again. */
function useShown(): { readAt: number | undefined; failed: boolean } {
  const client = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(listener),
    [client],
  );
  // As one number, so that nothing is drawn anew while it stays: a failure makes it negative.
  const shown = useSyncExternalStore(subscribe, () => oldestOf(client));
  return { readAt: shown === 0 ? undefined : Math.abs(shown), failed: shown < 0 };
}

function oldestOf(client: QueryClient): number {
  let readAt = 0;
  let failed = false;
  for (const query of client.getQueryCache().getAll()) {
    const at = readAtOf(query);
    if (at === 0 || !query.isActive() || !platformViewOf(query.queryKey)) continue;
    readAt = readAt === 0 ? at : Math.min(readAt, at);
    failed ||= query.state.error !== null;
  }
  return failed ? -readAt : readAt;
}
