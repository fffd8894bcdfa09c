import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { authIntegrationsQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import { Instant } from "@/features/base/Instant";
import { useWhere } from "@/features/base/useWhere";
import { Notices } from "@/kit/layout/Notices";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Auth.module.css";
import { AuthSections } from "./AuthSections";
import { IntegrationSelect } from "./IntegrationSelect";
import { NoIntegration } from "./NoIntegration";

interface AuthTabProps {
  accountId: string;
  projectId: string;
}

/** The auth integration of a project: itself, its users, its keys, its providers and its mail. */
export function AuthTab({ accountId, projectId }: AuthTabProps) {
  const { projectName, locked } = useWhere(accountId, projectId);
  const integrations = useQuery(authIntegrationsQuery(accountId, projectId));
  const [wanted, setWanted] = useState<string>();
  if (integrations.isPending) {
    return (
      <div className={styles.page}>
        <Skeleton label="auth" shape="card" count={3} />
      </div>
    );
  }
  const { data: list, error } = integrations;
  const failure = error && (
    <Failure
      title="The auth integration could not be read"
      error={error}
      onRetry={() => void integrations.refetch()}
    />
  );
  if (!list) return <Notices>{failure}</Notices>;
  const integration = list.find(({ provider }) => provider === wanted) ?? list[0];
  const where = { accountId, projectId, projectName, locked };
  return (
    <div className={styles.page}>
      {failure && (
        <>
          {failure}
          <p className={styles.quiet}>
            Shown as of <Instant at={integrations.dataUpdatedAt} clock="here" />.
          </p>
        </>
      )}
      {list.length > 1 && integration && (
        <IntegrationSelect integrations={list} value={integration} onChange={setWanted} />
      )}
      {integration ? (
        <AuthSections key={integration.provider} where={where} integration={integration} />
      ) : (
        <NoIntegration where={where} />
      )}
    </div>
  );
}
