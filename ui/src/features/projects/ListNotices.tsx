import { needsSandbox, viewOf } from "@/data/errors";
import { mutationKeys } from "@/data/keys";
import { useLastFailure } from "@/data/mutation";
import { Failure, MutationRefusal } from "@/features/base/Failure";
import { COMMON } from "@/features/base/words";
import type { AccountView } from "@/ipc/generated";
import { Notices } from "@/kit/layout/Notices";
import { StaleNotice } from "@/kit/state/StaleNotice";
import { useUnlessPointed } from "@/kit/table/pointed";
import type { ShownList } from "./useProjectRows";
import type { Projects } from "./useProjects";
import { LIST } from "./words";

const ROW_WORDS: Record<string, string> = {
  copy: COMMON.nothingCopied,
  psql: COMMON.psqlFailed,
  recover: LIST.notRecovered,
};

/** Why the list is not what it could be, and what was tried from a row and refused. */
export function ListNotices({ account, projects }: { account: AccountView; projects: Projects }) {
  const { lists, rows } = projects;
  const reasons = reasonsOf(lists);
  const settled = useUnlessPointed(reasons);
  const oldest = lists.map(({ asOf }) => asOf).find((asOf) => asOf !== undefined);
  return (
    <Notices>
      {account.state === "ready"
        ? (rows.length > 0 ? settled : reasons).map((list) => (
            <ListNotice
              key={list.error?.message}
              list={list}
              isOnlyPart={rows.length > 0}
              again={() => again(lists)}
            />
          ))
        : account.problem &&
          !needsSandbox(account.problem) &&
          (rows.length > 0 && oldest !== undefined ? (
            <StaleNotice asOf={oldest} reason={account.problem.message} />
          ) : (
            <Failure title={LIST.notNow} error={account.problem} />
          ))}
      {account.state !== "ready" &&
        lists.map(
          ({ coming, error, again }) =>
            coming > 0 &&
            error && <Failure key={error.message} title={LIST.partly} error={error} onRetry={again} />,
        )}
      <RowRefusal accountId={account.id} />
    </Notices>
  );
}

/** What was tried from a row of an account and refused. */
export function RowRefusal({ accountId }: { accountId: string }) {
  const rowKey = mutationKeys.projectRow(accountId);
  const row = useLastFailure(rowKey);
  const verb = row?.key[rowKey.length];
  return <MutationRefusal failure={row} title={ROW_WORDS[String(verb)] ?? COMMON.actionFailed} dismissible />;
}

interface ListNoticeProps {
  list: ShownList;
  /** Projects of another list are shown all the same. */
  isOnlyPart: boolean;
  again(): void;
}

/** What came of one reading: nothing to say, what is old and why, or why there is nothing. */
function ListNotice({ list, isOnlyPart, again }: ListNoticeProps) {
  const { error, items, asOf, reading } = list;
  if (error && items.length > 0 && asOf !== undefined) {
    return <StaleNotice asOf={asOf} reason={viewOf(error).message} retry={again} retrying={reading} />;
  }
  if (error) {
    const title = isOnlyPart ? LIST.partly : LIST.failed;
    return <Failure title={title} error={error} onRetry={again} />;
  }
  return null;
}

/** The lists that could not be read: one for each reason, and that with rows where two have the same. */
function reasonsOf(lists: readonly ShownList[]): readonly ShownList[] {
  const byReason = new Map<string, ShownList>();
  for (const list of lists) {
    if (!list.error) continue;
    const known = byReason.get(list.error.message);
    if (!known || known.items.length === 0) byReason.set(list.error.message, list);
  }
  return [...byReason.values()];
}

function again(lists: readonly ShownList[]): void {
  for (const list of lists) if (list.error) list.again();
}
