import type { ReactNode } from "react";
import { viewOf } from "@/data/errors";
import { Failure } from "@/features/accounts/Failure";
import type { AccountView } from "@/ipc/generated";
import { Notices } from "@/kit/layout/Notices";
import { Notice } from "@/kit/state/Notice";
import { StaleNotice } from "@/kit/state/StaleNotice";
import type { KeyList } from "./useKeyList";
import { crowdWords } from "./words";

interface KeysNoticesProps {
  account: AccountView;
  list: KeyList;
  children?: ReactNode;
}

/** Why the list is not what it could be, and what to know of so many keys. */
export function KeysNotices({ account, list: { query, at }, children }: KeysNoticesProps) {
  const crowd = query.data && crowdWords(query.data.length);
  return (
    <Notices>
      {children}
      {account.keyKind === "organization" && (
        <Notice tone="plain">
          {account.name} is connected with an organization’s key. It sees the keys of its organization and can
          neither make nor revoke any: a personal key of an administrator does.
        </Notice>
      )}
      {account.state === "ready" ? (
        <ReadingNotice list={{ query, at }} accountId={account.id} />
      ) : (
        account.problem && <NotNow query={query} problem={account.problem} />
      )}
      {crowd && (
        <Notice tone="warning" role="status">
          {crowd}
        </Notice>
      )}
    </Notices>
  );
}

interface ReadingNoticeProps {
  list: Pick<KeyList, "query" | "at">;
  accountId: string;
}

function ReadingNotice({ list: { query, at }, accountId }: ReadingNoticeProps) {
  if (!query.error || query.isFetching) return null;
  const again = () => void query.refetch();
  const { code, message } = viewOf(query.error);
  if (query.data && code !== "unauthorized") {
    return <StaleNotice asOf={query.dataUpdatedAt} reason={message} retry={again} />;
  }
  const whose = at.organizationId === null ? "" : ` of ${at.organizationName ?? at.organizationId}`;
  return (
    <Failure
      title={`The keys${whose} could not be read`}
      error={query.error}
      onRetry={again}
      account={accountId}
    />
  );
}

interface NotNowProps {
  query: KeyList["query"];
  problem: NonNullable<AccountView["problem"]>;
}

function NotNow({ query, problem }: NotNowProps) {
  return query.data ? (
    <StaleNotice asOf={query.dataUpdatedAt} reason={problem.message} />
  ) : (
    <Failure title="The keys cannot be read now" error={problem} />
  );
}
