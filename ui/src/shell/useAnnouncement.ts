import { useEffect, useRef, useState } from "react";
import type { Work } from "./work";

/** What a screen reader is told when works start and end; never the passing of seconds. */
export function useAnnouncement(works: readonly Work[]): string {
  const before = useRef<readonly Work[]>(works);
  const [words, setWords] = useState("");
  useEffect(() => {
    const change = describeChange(before.current, works);
    before.current = works;
    if (change) setWords(change);
  }, [works]);
  return words;
}

function describeChange(before: readonly Work[], after: readonly Work[]): string | undefined {
  const started = without(after, before);
  const ended = without(before, after);
  const parts = [
    ...(started.length > 0 ? [phrase(started, "started")] : []),
    ...(ended.length > 0 ? [phrase(ended, "ended")] : []),
  ];
  return parts.length > 0 ? parts.join(". ") : undefined;
}

function without(works: readonly Work[], others: readonly Work[]): Work[] {
  const ids = new Set(others.map((work) => work.id));
  return works.filter((work) => !ids.has(work.id));
}

function phrase(works: Work[], end: string): string {
  const [only] = works;
  return works.length === 1 && only ? `${only.verb} ${only.subject} ${end}` : `${works.length} works ${end}`;
}
