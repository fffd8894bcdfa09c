import { counted } from "@/data/format";
import { serverLook } from "@/data/words";
import type { ServerView } from "@/ipc/generated";
import { useTimeLeft } from "@/kit/time/Countdown";
import { formatDuration } from "@/kit/time/duration";
import { instantOf } from "@/time/clock";

interface ServerFactProps {
  server: ServerView | undefined;
  /** Add to this machine's clock to get the sandbox's, in milliseconds. */
  clockOffset: number;
}

/** Whether the server behind a database on this machine is awake, and until when. */
export function ServerFact({ server, clockOffset }: ServerFactProps) {
  if (!server) return "stopped with the sandbox";
  const state = serverLook(server.state).word.toLowerCase();
  if (server.state === "failed") return `${state}: ${server.error ?? "see the sandbox’s log"}`;
  if (server.state === "asleep") return `${state} · a connection wakes it`;
  if (server.connections > 0) return `${state} · ${counted(server.connections, "connection")}`;
  return (
    <>
      {state}
      {server.sleepsAt && <Sleeps at={instantOf(server.sleepsAt)} clockOffset={clockOffset} />}
    </>
  );
}

function Sleeps({ at, clockOffset }: { at: number; clockOffset: number }) {
  const left = useTimeLeft(at, clockOffset);
  return left === 0 ? " · falls asleep" : ` · sleeps in ${formatDuration(left)}`;
}
