import { useQuery } from "@tanstack/react-query";
import { sentence } from "@/data/format";
import type { BulkView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Notices } from "@/kit/layout/Notices";
import { ask } from "@/kit/overlay/asked";
import { Notice } from "@/kit/state/Notice";
import { bulkLook, endedOf, goingWords, projects, resultWords } from "./bulkWords";
import { bulkQuery } from "./queries";

/** What is done to many projects of an account, or was and is not put away: the way back to it. */
export function BulkNotices({ accountId }: { accountId: string }) {
  const list = useQuery(bulkQuery);
  const own = (list.data ?? []).filter((bulk) => bulk.accountId === accountId);
  return (
    <Notices>
      {own.map((bulk) => (
        <BulkNotice key={bulk.id} bulk={bulk} />
      ))}
    </Notices>
  );
}

function BulkNotice({ bulk }: { bulk: BulkView }) {
  const { id, state, items, problem } = bulk;
  const look = bulkLook(bulk);
  const over = state === "done" || state === "stopped";
  return (
    <Notice
      tone={look.tone === "danger" ? "danger" : state === "paused" ? "warning" : "plain"}
      role="status"
      testId="bulk-notice"
      actions={
        <Button size="small" onClick={() => ask({ dialog: "bulk", id })}>
          {over ? "Show results" : "Open"}
        </Button>
      }
    >
      {over ? resultWords(bulk) : goingWords(bulk)}: {look.word.toLowerCase()}, {endedOf(items)} of{" "}
      {projects(items.length)}. {problem && sentence(problem.message)}
    </Notice>
  );
}
