import { useQuery } from "@tanstack/react-query";
import { useMutationSpec } from "@/data/mutation";
import { undoQuery } from "@/data/queries";
import { AbsentDialog } from "@/features/base/AbsentDialog";
import { Failure, MutationRefusal } from "@/features/base/Failure";
import { COMMON } from "@/features/base/words";
import type { BulkView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { CopyJson } from "@/kit/data/CopyJson";
import { Meter } from "@/kit/data/Meter";
import { LookPill } from "@/kit/data/Pill";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog, openDialog, useCloseDialog } from "@/kit/overlay/dialogs";
import styles from "./Bulk.module.css";
import { BulkItems } from "./BulkItems";
import { dismissingOf, pausingOf, resumingOf, startingOf, stoppingOf } from "./mutations";
import { bulkQuery } from "./queries";
import { recoveringAll, type Together, togetherOf } from "./together";
import { bulkLook, countOf, endedOf, goingWords, resultWords, TASK, things } from "./words";

/** What is done to many at once, item by item. Closing it puts it aside: it goes on. */
export function BulkDialog({ id }: { id: string }) {
  const list = useQuery(bulkQuery);
  const bulk = list.data?.find((each) => each.id === id);
  if (bulk) return <Going bulk={bulk} />;
  const words = { title: TASK.title, loading: TASK.loading, failed: TASK.failed, gone: COMMON.gone };
  return <AbsentDialog list={list} words={words} />;
}

function Going({ bulk }: { bulk: BulkView }) {
  const mutations = useBulkMutations(bulk);
  const { items, state, problem, verb } = bulk;
  const ended = endedOf(items);
  const look = bulkLook(bulk);
  const over = state === "done" || state === "stopped";
  const text = TASK.progress(ended, things(verb, items.length));
  return (
    <Dialog
      open
      onClose={closeDialog}
      dismiss="deliberate"
      title={over ? resultWords(bulk) : goingWords(bulk)}
      description={over ? undefined : state === "paused" ? TASK.waits : TASK.continues}
      footer={<BulkButtons bulk={bulk} mutations={mutations} />}
    >
      <div className={styles.progress}>
        <div className="ui-row">
          <LookPill look={look} />
          <span role="status">{text}</span>
        </div>
        <Meter
          label={TASK.meter}
          kind="progress"
          value={ended}
          max={items.length}
          text={text}
          tone={look.tone === "danger" || look.tone === "ok" ? look.tone : "progress"}
        />
      </div>
      {problem && <Failure title={TASK.paused} error={problem} />}
      <MutationRefusal failure={mutations.failure} dismissible />
      <BulkItems label={TASK.items} items={items} />
      <span>
        <CopyJson value={items} label={TASK.resultsLabel}>
          {TASK.copyResults}
        </CopyJson>
      </span>
    </Dialog>
  );
}

/** Pause, resume, stop; after the end retry what failed, or dismiss the job. */
function BulkButtons({ bulk, mutations }: { bulk: BulkView; mutations: BulkMutations }) {
  const close = useCloseDialog();
  const { pause, resume, stop, dismiss, undo } = mutations;
  const failed = countOf(bulk.items, "failed");
  const goesOn = bulk.state === "running" || bulk.state === "paused";
  const offered = useQuery(undoQuery).data ?? [];
  const [deleted] = togetherOf(offered.filter(({ bulkId }) => bulkId === bulk.id));
  const recover = async (together: Together) => {
    const begun = await undo.start(recoveringAll(together));
    if (!begun) return;
    openDialog({ dialog: "bulk", id: begun.id });
    // A deletion that is undone is no news any more.
    await dismiss.start();
  };
  const dismissAndClose = async () => {
    if ((await dismiss.start()) !== undefined) close();
  };
  if (goesOn) {
    return (
      <>
        <Button tone="quiet" onClick={close}>
          {COMMON.runInBackground}
        </Button>
        <Button icon="stop" busy={stop.underWay} onClick={() => void stop.start()}>
          {TASK.stop}
        </Button>
        {bulk.state === "running" ? (
          <Button busy={pause.underWay} onClick={() => void pause.start()}>
            {TASK.pause}
          </Button>
        ) : (
          <Button tone="primary" icon="play" busy={resume.underWay} onClick={() => void resume.start()}>
            {TASK.resume}
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      {deleted && (
        <Button icon="undo" busy={undo.underWay} onClick={() => void recover(deleted)}>
          {COMMON.undo}
        </Button>
      )}
      {failed > 0 && (
        <Button icon="refresh" busy={resume.underWay} onClick={() => void resume.start()}>
          {TASK.again(failed)}
        </Button>
      )}
      <Button tone="primary" busy={dismiss.underWay} onClick={() => void dismissAndClose()}>
        {TASK.done}
      </Button>
    </>
  );
}

/** What can be done with what goes on. */
function useBulkMutations({ id, accountId }: BulkView) {
  const pause = useMutationSpec(pausingOf(id));
  const resume = useMutationSpec(resumingOf(id));
  const stop = useMutationSpec(stoppingOf(id));
  const dismiss = useMutationSpec(dismissingOf(id));
  const undo = useMutationSpec(startingOf(accountId));
  const failure = pause.failure ?? resume.failure ?? stop.failure ?? dismiss.failure ?? undo.failure;
  return { pause, resume, stop, dismiss, undo, failure };
}

type BulkMutations = ReturnType<typeof useBulkMutations>;
