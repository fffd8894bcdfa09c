import { useQuery } from "@tanstack/react-query";
import { useAccount } from "@/data/account";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { ActionButton } from "@/kit/action/ActionButton";
import { Button } from "@/kit/control/Button";
import { Card } from "@/kit/layout/Card";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { Spinner } from "@/kit/state/Spinner";
import styles from "./Auth.module.css";
import { readingUsers } from "./mutations";
import type { OnIntegration } from "./places";
import { type KnownUsers, usersQuery } from "./queries";
import { UsersFound } from "./UsersFound";

/** The synchronised users, read through a real connection on a click. */
export function UsersCard({ at }: { at: OnIntegration }) {
  const { accountId, projectId, integration, locked } = at;
  const known = useQuery(usersQuery(accountId, projectId)).data;
  const reading = useWork(readingUsers(at));
  const schema = useAccount(accountId)?.profile.usersSchema;
  const view = known?.view;
  const table = view ? `${view.schema}.${view.table}` : `the schema ${schema ?? "for users"}`;
  const again = () => void reading.start({ search: known?.search, awaited: waitedFor(known) });
  return (
    <Card
      title="Users"
      tools={
        <span className={styles.tools}>
          <ActionButton
            action="auth.users"
            context={{ auth: at }}
            size="small"
            icon={view ? "refresh" : "eye"}
            busy={reading.underWay}
          >
            {view ? "Refresh" : "Show users"}
          </ActionButton>
          <ActionButton action="auth.newUser" context={{ auth: at }} size="small" icon="plus" />
        </span>
      }
    >
      <div className="ui-stack">
        <p className={styles.words}>
          Users who sign up are written to {table}
          {integration.database !== null && ` in ${integration.database}`}. Showing them connects to the
          database, which starts its compute if it is suspended.
        </p>
        {locked && (
          <Notice tone="plain">
            {locked}. Reading the table would start the compute, so it is blocked too.
          </Notice>
        )}
        <AwaitedNotice
          at={at}
          known={known}
          reading={reading.underWay}
          failed={reading.failure !== undefined}
          onReload={again}
        />
        {reading.failure && (
          <Failure
            title="The users could not be read"
            error={reading.failure.error}
            onRetry={again}
            account={accountId}
          />
        )}
        {reading.failure && view && <ShownAsOf at={view.readAt} />}
        {reading.underWay && !view && <Skeleton label="users" shape="text" count={3} />}
        {known && view && (
          <UsersFound
            at={at}
            view={view}
            searched={known.search}
            marked={known.arrived ? known.awaited?.id : undefined}
            busy={reading.underWay}
            onSearch={(search) => void reading.start({ search })}
          />
        )}
      </div>
    </Card>
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
        {awaited.email} is now in the list.
      </Notice>
    );
  }
  if (reading) {
    return (
      <p className={styles.wait} role="status" data-testid="user-awaited">
        <Spinner /> {awaited.email} was made. Waiting for the row in the table, half a minute at most…
      </p>
    );
  }
  if (failed) {
    return (
      <Notice tone="info" role="status" testId="user-unseen">
        {awaited.email} was made. The row shows once the table can be read.
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      role="status"
      title={`${awaited.email} has not arrived yet`}
      testId="user-missing"
      actions={
        at.locked === undefined && (
          <Button size="small" icon="refresh" onClick={onReload}>
            Check again
          </Button>
        )
      }
    >
      The user was created at the auth provider, but the row is not in the table yet. The platform may need a
      little longer.
    </Notice>
  );
}
