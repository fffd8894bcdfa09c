import { useState } from "react";
import { useWork } from "@/data/work";
import { once } from "@/features/accounts/once";
import type { SmtpStepView } from "@/ipc/generated";
import { currentTime } from "@/time/clock";
import { type Draft, probeOf, sameServer } from "./draft";
import { tryingServer } from "./mutations";

interface Tried {
  draft: Draft;
  /** Absent while it is being tried, and after it could not be. */
  steps?: readonly SmtpStepView[];
}

/** Tries a mail server from this machine. What is found counts for what was typed then, and goes when that changes. */
export function useTry(draft: Draft) {
  const [form] = useState(() => currentTime());
  const trying = useWork(tryingServer(form));
  const [tried, setTried] = useState<Tried>();
  const start = async () => {
    if (trying.underWay) return;
    setTried({ draft });
    const found = await trying.start(once(probeOf(draft)));
    if (found) setTried({ draft, steps: found.steps });
  };
  const counts = tried !== undefined && sameServer(tried.draft, draft);
  return {
    start,
    /** The server that is being tried right now. */
    running: trying.underWay ? tried?.draft : undefined,
    steps: counts ? tried.steps : undefined,
    failure: counts ? trying.failure : undefined,
  };
}

export type Try = ReturnType<typeof useTry>;
