import { viewOf } from "@/data/errors";
import { useWork } from "@/data/work";
import type { ServerView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Tooltip } from "@/kit/overlay/Tooltip";
import { sleepingOf, wakingOf } from "./mutations";

/** Wakes a server or lets it sleep; a refusal is told beside the button that was pressed. */
export function ServerPower({ server }: { server: ServerView }) {
  const wake = useWork(wakingOf(server.projectId));
  const sleep = useWork(sleepingOf(server.projectId));
  const up = server.state === "awake";
  const moving = server.state === "starting" || server.state === "stopping";
  const error = wake.failure ? viewOf(wake.failure.error).message : server.error;
  return (
    <Tooltip text={error}>
      <Button
        size="small"
        busy={wake.underWay || moving}
        icon={error ? "alert" : undefined}
        aria-label={`${up ? "Let sleep" : "Wake"}, ${server.name}`}
        onClick={() => void (up ? sleep.start() : wake.start())}
      >
        {up ? "Let sleep" : "Wake"}
      </Button>
    </Tooltip>
  );
}
