import { viewOf } from "@/data/errors";
import { Failure } from "@/features/base/Failure";
import { UndoNotices } from "@/features/undo/UndoNotices";
import { Notices } from "@/kit/layout/Notices";
import { Notice } from "@/kit/state/Notice";
import { StaleNotice } from "@/kit/state/StaleNotice";
import { RowRefusal } from "./ListNotices";
import { type AccountLists, listsOf } from "./useAllProjects";
import { words } from "./words";

/** Per account: why its projects are missing or old, what was refused, and what can be recovered. */
export function AllNotices({ lists }: { lists: readonly AccountLists[] }) {
  return (
    <>
      <Notices>
        {lists.map((each) => (
          <AccountNotice key={each.account.id} of={each} />
        ))}
      </Notices>
      {lists.map(({ account }) => (
        <UndoNotices key={account.id} accountId={account.id} of="projects" />
      ))}
    </>
  );
}

function AccountNotice({ of }: { of: AccountLists }) {
  return (
    <>
      <Missing of={of} />
      <RowRefusal accountId={of.account.id} />
    </>
  );
}

/** The projects of the other accounts are shown all the same. */
function Missing({ of }: { of: AccountLists }) {
  const { account, unnamed } = of;
  const { id, name, state, problem } = account;
  const lists = listsOf(of);
  const oldest = lists.find(({ asOf }) => asOf !== undefined)?.asOf;
  const failed = lists.find(({ error }) => error !== null);
  const error = state === "ready" ? failed?.error : problem;
  const again = () => {
    for (const list of lists) if (list.error) list.again();
  };
  if (error) {
    const isShown = lists.some(({ items }) => items.length > 0);
    const { message } = error instanceof Error ? viewOf(error) : error;
    if (isShown && oldest !== undefined) {
      return (
        <StaleNotice
          asOf={oldest}
          reason={words.stale(name, message)}
          {...(state === "ready" && { retry: again, retrying: lists.some(({ reading }) => reading) })}
        />
      );
    }
    return (
      <Failure
        title={isShown ? words.partly(name) : words.notLoaded(name)}
        error={error}
        account={id}
        {...(state === "ready" && { onRetry: again })}
      />
    );
  }
  return unnamed ? <Notice tone="plain">{words.unnamed(name)}</Notice> : null;
}
