import { useWork } from "@/data/work";
import type { ServerView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { sleepingOf, wakingOf } from "./mutations";

/** Wakes a server or lets it sleep; a refusal is told by `ServerFault`, above the table. */
export function ServerPower({ server }: { server: ServerView }) {
  const wake = useWork(wakingOf(server.endpointId));
  const sleep = useWork(sleepingOf(server.endpointId));
  const up = server.state === "awake";
  const moving = server.state === "starting" || server.state === "stopping";
  return (
    <Button
      size="small"
      busy={wake.underWay || sleep.underWay || moving}
      aria-label={`${up ? "Let sleep" : "Wake"}, ${server.name}`}
      onClick={() => void (up ? sleep.start() : wake.start())}
    >
      {up ? "Let sleep" : "Wake"}
    </Button>
  );
}
