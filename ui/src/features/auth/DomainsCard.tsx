import { useQuery } from "@tanstack/react-query";
import { Failure } from "@/features/accounts/Failure";
import { Instant } from "@/features/base/Instant";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { ActionButton } from "@/kit/action/ActionButton";
import { CopyJson } from "@/kit/data/CopyJson";
import { Card } from "@/kit/layout/Card";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Auth.module.css";
import { DomainTable } from "./DomainTable";
import type { OnIntegration } from "./places";
import { domainsQuery } from "./queries";

/** Where users may be sent back to after they logged in. */
export function DomainsCard({ at }: { at: OnIntegration }) {
  const domains = useQuery(domainsQuery(at.accountId, at.projectId));
  const rows = domains.data;
  return (
    <Card
      title="Domains"
      tools={
        <span className={styles.tools}>
          {rows && rows.length > 0 && <CopyJson value={rows} label="domains" />}
          <AuthCallButton at={at} title="List domains" call={{ kind: "listDomains" }} size="small" />
          <ActionButton action="auth.addDomain" context={{ auth: at }} size="small" icon="plus" />
        </span>
      }
    >
      <div className={styles.stack}>
        <p className={styles.words}>
          After a login the auth provider sends people back to these domains and to no other.
        </p>
        {domains.isPending && <Skeleton label="domains" shape="text" count={2} />}
        {domains.error && (
          <Failure
            title="The domains could not be read"
            error={domains.error}
            onRetry={() => void domains.refetch()}
          />
        )}
        {domains.error && rows && (
          <p className={styles.quiet}>
            Shown as of <Instant at={domains.dataUpdatedAt} clock="here" />.
          </p>
        )}
        {rows?.length === 0 && (
          <EmptyState
            icon="link"
            title="No domains yet"
            actions={<ActionButton action="auth.addDomain" context={{ auth: at }} />}
          >
            Add the address that your program runs at, such as https://shop.example.com.
          </EmptyState>
        )}
        {rows && rows.length > 0 && <DomainTable at={at} domains={rows} />}
      </div>
    </Card>
  );
}
