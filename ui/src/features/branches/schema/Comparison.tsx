import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { BranchDialogSubject } from "@/features/branches/BranchDialog";
import type { BranchView, CompareSchema } from "@/ipc/generated";
import { Diff } from "@/kit/data/Diff";
import { NumberedText } from "@/kit/data/NumberedText";
import { formatDate } from "@/kit/time/formatDate";
import { isoOf } from "@/time/clock";
import { comparisonQuery, standOf } from "./queries";
import { ReadText } from "./ReadText";
import { readUnifiedDiff } from "./unifiedDiff";
import { COMPARISON } from "./words";

interface ComparisonProps {
  subject: BranchDialogSubject;
  /** The branch to compare with. */
  base: BranchView;
  database: string;
  /** The moment of that branch's past, by the platform's clock; now when absent. */
  at: number | undefined;
  /** How far the platform's clock is ahead of this machine's, in milliseconds. */
  ahead: number;
}

/** How the schema of a branch differs from another branch's. */
export function Comparison({ subject, base, database, at, ahead }: ComparisonProps) {
  const { branch } = subject;
  const compare: CompareSchema = {
    database,
    baseId: base.id,
    ...(at !== undefined && { baseTimestamp: isoOf(at) }),
  };
  const other = at === undefined ? base.name : COMPARISON.earlier(base.name, formatDate(at, ahead));
  const stand = standOf(branch, base);
  const reading = comparisonQuery(subject, compare, stand);
  const query = useQuery(reading);
  const text = query.data?.text;
  const diff = useMemo(() => (text === undefined ? undefined : readUnifiedDiff(text)), [text]);
  const { loading, failed, copied } = COMPARISON;
  const said = (of: string) => {
    if (of === "") return COMPARISON.none(branch.name, other);
    return diff ? COMPARISON.count(diff.added, diff.removed, other) : COMPARISON.unread;
  };
  return (
    <ReadText
      query={query}
      stand={stand}
      words={{ loading, failed, copied, changed: COMPARISON.changed(branch.name, base.name) }}
      call={{ operation: reading.operation, title: COMPARISON.call }}
      said={said}
    >
      {(of) =>
        diff ? (
          <Diff label={COMPARISON.label(database)} lines={diff.lines} tall />
        ) : (
          <NumberedText label={COMPARISON.label(database)} text={of} tall />
        )
      }
    </ReadText>
  );
}
