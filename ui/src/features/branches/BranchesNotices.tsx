import { useLastFailure } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { ComputeNotices } from "@/features/computes/ComputeNotices";
import { quickKey } from "./mutations";

const TITLES: Record<string, string> = {
  protect: "The protection was not changed",
  recover: "The branch was not recovered",
  copy: "Nothing was copied",
  psql: "psql was not opened",
};

interface BranchesNoticesProps {
  accountId: string;
  projectId: string;
}

/** What was refused of what was done right from a menu. */
export function BranchesNotices({ accountId, projectId }: BranchesNoticesProps) {
  const failure = useLastFailure(quickKey(accountId, projectId));
  return (
    <>
      {failure && (
        <Failure
          title={TITLES[String(failure.key.at(-1))] ?? "It was not done"}
          error={failure.error}
          onDismiss={failure.clear}
        />
      )}
      <ComputeNotices accountId={accountId} projectId={projectId} />
    </>
  );
}
