import { useQuery } from "@tanstack/react-query";
import { useAccount } from "@/data/account";
import { useMutationSpec } from "@/data/mutation";
import { Failure } from "@/features/base/Failure";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { ActionButton } from "@/kit/action/ActionButton";
import { Button } from "@/kit/control/Button";
import { PageSection } from "@/kit/layout/PageSection";
import { EmptyState } from "@/kit/state/EmptyState";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { Spinner } from "@/kit/state/Spinner";
import styles from "./Auth.module.css";
import { readingUsers } from "./mutations";
import { type KnownUsers, usersQuery } from "./queries";
import type { OnIntegration } from "./subjects";
import { UsersFound } from "./UsersFound";
import { userWords as words } from "./words";

/** The synchronised users, read through a real connection on a click. */
export function UsersPage({ at }: { at: OnIntegration }) {
  const { accountId, integration, locked } = at;
  const known = useQuery(usersQuery(at)).data;
  const reading = useMutationSpec(readingUsers(at));
  const schema = useAccount(accountId)?.profile.usersSchema;
  const view = known?.view;
  const again = () => void reading.start({ search: known?.search, awaited: waitedFor(known) });
  return (
    <PageSection
      title={words.title}
      tools={
        <>
          {view && (
            <ActionButton
              action="auth.users"
              context={{ auth: at }}
              size="small"
              icon="refresh"
              busy={reading.underWay}
            >
              {words.refresh}
            </ActionButton>
          )}
          <ActionButton action="auth.newUser" context={{ auth: at }} size="small" />
        </>
      }
    >
      {locked && <Notice tone="plain">{words.locked(locked)}</Notice>}
      <AwaitedNotice
        at={at}
        known={known}
        reading={reading.underWay}
        failed={reading.failure !== undefined}
        onReload={again}
      />
      {reading.failure && (
        <Failure title={words.unread} error={reading.failure.error} onRetry={again} account={accountId} />
      )}
      {reading.failure && view && <ShownAsOf at={view.readAt} />}
      {reading.underWay && !view && <Skeleton label={words.label} count={3} />}
      {!view && !reading.underWay && (
        <EmptyState
          icon="user"
          title={words.unreadTitle}
          actions={<ActionButton action="auth.users" context={{ auth: at }} />}
        >
          {words.about(schema, integration.database)}
        </EmptyState>
      )}
      {known && view && (
        <>
          <UsersFound
            at={at}
            view={view}
            searched={known.search}
            marked={known.arrived ? known.awaited?.id : undefined}
            busy={reading.underWay}
            onSearch={(search) => void reading.start({ search })}
          />
          <p className="ui-muted-small">{words.from(`${view.schema}.${view.table}`, integration.database)}</p>
        </>
      )}
    </PageSection>
  );
}

function waitedFor(
  known: { awaited?: { id: string; email: string } | undefined; arrived?: boolean | undefined } | undefined,
) {
  return known?.arrived ? undefined : known?.awaited;
}

interface AwaitedNoticeProps {
  at: OnIntegration;
  known: KnownUsers | undefined;
  reading: boolean;
  /** The table could not be read, which is said beside this. */
  failed: boolean;
  /** Looks for the user once more. */
  onReload(): void;
}

/** What became of a user who was just made: on the way to the table, in it, or not there yet. */
function AwaitedNotice({ at, known, reading, failed, onReload }: AwaitedNoticeProps) {
  const awaited = known?.awaited;
  if (!awaited) return null;
  if (known.arrived) {
    return (
      <Notice tone="ok" role="status" testId="user-arrived">
        {words.arrived(awaited.email)}
      </Notice>
    );
  }
  if (reading) {
    return (
      <p className={styles.wait} role="status" data-testid="user-awaited">
        <Spinner /> {words.awaited(awaited.email)}
      </p>
    );
  }
  if (failed) {
    return (
      <Notice tone="info" role="status" testId="user-unseen">
        {words.unseen(awaited.email)}
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      role="status"
      title={words.missing(awaited.email)}
      testId="user-missing"
      actions={
        at.locked === undefined && (
          <Button size="small" icon="refresh" onClick={onReload}>
            {words.checkAgain}
          </Button>
        )
      }
    >
      {words.missingAbout}
    </Notice>
  );
}
