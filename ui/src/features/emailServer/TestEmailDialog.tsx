import { useState } from "react";
import { useUnask } from "@/kit/overlay/asked";
import { draftOf } from "./draft";
import type { EmailSubject } from "./places";
import { TestEmailForm } from "./TestEmailForm";

/** Sends a test message through the server that is set. */
export function TestEmailDialog({ subject }: { subject: EmailSubject }) {
  const [draft] = useState(() => draftOf(subject.server));
  const close = useUnask();
  return <TestEmailForm subject={subject} draft={draft} onClose={close} />;
}
