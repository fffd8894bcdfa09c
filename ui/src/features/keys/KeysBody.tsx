import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { failureText, viewOf } from "@/data/errors";
import { grouped } from "@/data/format";
import { useLastFailure } from "@/data/mutation";
import { rotationsQuery } from "@/data/queries";
import { hasStopped } from "@/features/accounts/rotation";
import { Failure, MutationRefusal, ReadFailure } from "@/features/base/Failure";
import { COMMON, noMatches } from "@/features/base/words";
import { BulkNotices } from "@/features/bulk/BulkNotices";
import { REFRESH_IN_MENU } from "@/features/refresh/refresh";
import type { AccountView, RotationView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { Notices } from "@/kit/layout/Notices";
import { TickedBar } from "@/kit/layout/TickedBar";
import { EmptyState } from "@/kit/state/EmptyState";
import { NothingFits } from "@/kit/state/NothingFits";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { StaleNotice } from "@/kit/state/StaleNotice";
import { useUnlessPointed } from "@/kit/table/pointed";
import { KeyTable } from "./KeyTable";
import { rotationKey } from "./mutations";
import type { KeysAt } from "./subjects";
import type { KeyListView } from "./useKeyList";
import { crowdWords, EMPTY, LIST, ROTATION, rotationText, rotationTitle } from "./words";

interface KeysBodyProps {
  account: AccountView;
  list: KeyListView;
  /** What is missing besides this list. */
  notice?: ReactNode;
  /** In place of a list without keys. */
  empty: ReactNode;
}

/** What must be known, what is ticked, and the keys or what stands in their place. */
export function KeysBody({ account, list, notice, empty }: KeysBodyProps) {
  const { query, data, rows, shown, filter, ticked } = list;
  const selection = ticked.rows.length > 0 && <TickedKeysBar list={list} />;
  return (
    <>
      <RotationNotices accountId={account.id} />
      <BulkNotices accountId={account.id} of="key" />
      <KeysNotices account={account} list={list}>
        {notice}
      </KeysNotices>
      {!data && (query.isFetching || query.data) && <Skeleton label={LIST.loading} shape="tall-rows" />}
      {data && rows.length === 0 && empty}
      {rows.length > 0 && shown.length === 0 && (
        <>
          {selection}
          <NothingFits>{noMatches(filter)}</NothingFits>
        </>
      )}
      {shown.length > 0 && <KeyTable list={list} selection={selection} />}
    </>
  );
}

interface KeysNoticesProps {
  account: AccountView;
  list: KeyListView;
  children?: ReactNode;
}

/** Why the list is not what it could be, and what to know of so many keys. */
function KeysNotices({ account, list: { query, at }, children }: KeysNoticesProps) {
  const crowd = query.data && crowdWords(query.data.length);
  return (
    <Notices>
      {children}
      {account.keyKind === "organization" && (
        <Notice tone="plain">{LIST.organizationKey(account.name)}</Notice>
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
  list: Pick<KeyListView, "query" | "at">;
  accountId: string;
}

function ReadingNotice({ list: { query, at }, accountId }: ReadingNoticeProps) {
  const settled = useUnlessPointed(query.error);
  const error = query.data ? settled : query.error;
  if (!error) return null;
  const again = () => void query.refetch();
  const { code, message } = viewOf(error);
  if (query.data && code !== "unauthorized") {
    return (
      <StaleNotice asOf={query.dataUpdatedAt} reason={message} retry={again} retrying={query.isFetching} />
    );
  }
  return (
    <Failure
      title={LIST.failed(at.organizationName ?? at.organizationId)}
      error={error}
      onRetry={again}
      account={accountId}
    />
  );
}

interface NotNowProps {
  query: KeyListView["query"];
  problem: NonNullable<AccountView["problem"]>;
}

function NotNow({ query, problem }: NotNowProps) {
  return query.data ? (
    <StaleNotice asOf={query.dataUpdatedAt} reason={problem.message} />
  ) : (
    <Failure title={LIST.notNow} error={problem} />
  );
}

/** Actions on a list of keys. */
export function ListButtons({ list: { subject } }: { list: KeyListView }) {
  const context = { apiKeys: subject };
  return (
    <>
      {subject.unused.length > 0 && (
        <ActionButton action="apiKeys.revokeUnused" context={context} size="small">
          {LIST.revokeUnused}
        </ActionButton>
      )}
      <ActionMenu about="apiKeys" subject={subject} label={LIST.menu} outlined also={REFRESH_IN_MENU} />
    </>
  );
}

/** An empty list says what it is for and offers the first thing to do. */
export function NoKeys({ at }: { at: KeysAt }) {
  const { organizationId, organizationName, project } = at;
  if (project) {
    return (
      <EmptyState
        icon="key"
        title={EMPTY.ofProject(project.name)}
        actions={
          <ActionButton action="apiKeys.new" tone="primary" icon="plus">
            {LIST.newForProject}
          </ActionButton>
        }
      >
        {EMPTY.ofProjectText}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="key"
      title={EMPTY.title}
      actions={<ActionButton action="apiKeys.new" tone="primary" icon="plus" />}
    >
      {organizationId === null ? EMPTY.personal : EMPTY.organization(organizationName ?? organizationId)}
    </EmptyState>
  );
}

/** What can be done with all ticked keys at once. */
function TickedKeysBar({ list: { ticked, subject } }: { list: KeyListView }) {
  const { rows, hidden, clear } = ticked;
  return (
    <TickedBar
      label={LIST.selected}
      count={grouped(rows.length)}
      hidden={hidden}
      value={rows.map(({ key }) => key)}
      onClear={clear}
    >
      <ActionButton
        action="apiKeys.revokeTicked"
        context={{ apiKeys: subject }}
        tone="danger"
        icon="trash"
        size="small"
      />
    </TickedBar>
  );
}

/** Changes of keys that are not dismissed: those of the account, and whichever stopped. Also after a restart. */
function RotationNotices({ accountId }: { accountId: string }) {
  const list = useQuery(rotationsQuery);
  const shown = (list.data ?? []).filter((each) => each.accountId === accountId || hasStopped(each));
  return (
    <Notices>
      <ReadFailure query={list} title={ROTATION.unread} />
      {shown.map((rotation) => (
        <RotationNotice key={rotation.id} rotation={rotation} />
      ))}
    </Notices>
  );
}

function RotationNotice({ rotation }: { rotation: RotationView }) {
  const failure = useLastFailure(rotationKey(rotation.id));
  const context = { rotation };
  return (
    <>
      <Notice
        tone={hasStopped(rotation) ? "warning" : rotation.step === "done" ? "ok" : "plain"}
        role="status"
        title={rotationTitle(rotation)}
        testId="rotation-notice"
        actions={
          <>
            <ActionButton action="rotation.open" context={context} size="small" />
            <ActionButton action="rotation.resume" context={context} size="small" />
            <ActionButton action="rotation.undo" context={context} size="small" />
            <ActionButton action="rotation.dismiss" context={context} size="small" />
          </>
        }
      >
        {hasStopped(rotation) && rotation.problem && failureText(rotation.problem)} {rotationText(rotation)}
      </Notice>
      <MutationRefusal failure={failure} title={COMMON.actionFailed} dismissible />
    </>
  );
}
