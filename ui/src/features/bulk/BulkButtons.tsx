import type { BulkView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { useUnask } from "@/kit/overlay/asked";
import { countOf } from "./bulkWords";
import type { BulkWork } from "./useBulkWork";

interface BulkButtonsProps {
  bulk: BulkView;
  work: BulkWork;
}

/** Pause, go on, stop; in the end try again what failed, or put it away. */
export function BulkButtons({ bulk, work }: BulkButtonsProps) {
  const close = useUnask();
  const { pause, resume, stop, dismiss } = work;
  const failed = countOf(bulk.items, "failed");
  const goesOn = bulk.state === "running" || bulk.state === "paused";
  const putAway = async () => {
    if ((await dismiss.start()) !== undefined) close();
  };
  if (goesOn) {
    return (
      <>
        <Button tone="quiet" onClick={close}>
          Put aside
        </Button>
        <Button icon="stop" busy={stop.underWay} onClick={() => void stop.start()}>
          Stop
        </Button>
        {bulk.state === "running" ? (
          <Button busy={pause.underWay} onClick={() => void pause.start()}>
            Pause
          </Button>
        ) : (
          <Button tone="primary" icon="play" busy={resume.underWay} onClick={() => void resume.start()}>
            Resume
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      {failed > 0 && (
        <Button icon="refresh" busy={resume.underWay} onClick={() => void resume.start()}>
          Try {failed} again
        </Button>
      )}
      <Button tone="primary" busy={dismiss.underWay} onClick={() => void putAway()}>
        Put away
      </Button>
    </>
  );
}
