import { useState } from "react";
import type { EmailServerView } from "@/ipc/generated";
import { type Draft, draftOf, type Faults, faultsOf } from "./draft";
import { isOwn } from "./words";

/** What is typed about one's own email server. A field says what is wrong once it was left. */
export function useServerDraft(server: EmailServerView) {
  const [draft, setDraft] = useState(() => draftOf(server));
  const [left, setLeft] = useState<ReadonlySet<keyof Draft>>(new Set());
  const [tried, setTried] = useState(false);
  const faults = faultsOf(draft, { keeps: isOwn(server) });
  const told = (part: keyof Draft) => tried || (left.has(part) && draft[part] !== "");
  const shown: Faults = {
    host: told("host") ? faults.host : undefined,
    port: told("port") ? faults.port : undefined,
    username: told("username") ? faults.username : undefined,
    password: told("password") ? faults.password : undefined,
    senderEmail: told("senderEmail") ? faults.senderEmail : undefined,
    senderName: told("senderName") ? faults.senderName : undefined,
  };
  return {
    draft,
    faults,
    shown,
    change: (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed })),
    leave: (part: keyof Draft) => setLeft((before) => new Set(before).add(part)),
    /** From now on every fault is told. */
    tellAll: () => setTried(true),
  };
}

export type ServerDraft = ReturnType<typeof useServerDraft>;
