import { mutationKeys } from "@/data/keys";
import { useUnderWay } from "@/data/mutation";
import { useAction } from "@/kit/action/useAction";
import { IconButton } from "@/kit/control/IconButton";
import { REFRESH_ACTION } from "./refresh";
import { REFRESH } from "./words";

/** For a list that has no menu of its own. */
export function RefreshButton() {
  const { run } = useAction(REFRESH_ACTION);
  const busy = useUnderWay(mutationKeys.viewRefresh);
  return <IconButton icon="refresh" label={REFRESH.title} outlined busy={busy} onClick={run} />;
}
