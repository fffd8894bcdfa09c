import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Failure } from "@/features/accounts/Failure";
import type { UndoView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Notices } from "@/kit/layout/Notices";
import { undoQuery } from "./queries";
import { UndoNotice } from "./UndoNotice";

interface UndoNoticesProps {
  accountId: string;
  /** The account's projects, or the branches of one of them. */
  of: "projects" | { branchesOf: string };
}

const SHOWN = 2;

/** What was deleted here and can be brought back, each with its deadline. Also after a restart. */
export function UndoNotices({ accountId, of }: UndoNoticesProps) {
  const undo = useQuery(undoQuery);
  const [all, setAll] = useState(false);
  const fits = (each: UndoView) =>
    each.accountId === accountId &&
    (of === "projects" ? each.branchId === null : each.branchId !== null && each.projectId === of.branchesOf);
  const offered = (undo.data ?? []).filter(fits).sort((a, b) => b.deletedAt.localeCompare(a.deletedAt));
  const shown = all ? offered : offered.slice(0, SHOWN);
  const more = offered.length - shown.length;
  return (
    <Notices testId="undo-notices">
      {undo.error && (
        <Failure
          title="What can be brought back could not be read"
          error={undo.error}
          onRetry={() => void undo.refetch()}
        />
      )}
      {shown.map((each) => (
        <UndoNotice key={each.id} undo={each} />
      ))}
      {more > 0 && (
        <span>
          <Button size="small" tone="quiet" onClick={() => setAll(true)}>
            {`${more} more can be brought back`}
          </Button>
        </span>
      )}
    </Notices>
  );
}
