import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useAccount } from "@/data/account";
import { authIntegrationsQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { useWhere } from "@/features/base/useWhere";
import { EmailSection } from "@/features/emailServer/EmailSection";
import { ProvidersSection } from "@/features/oauthProviders/ProvidersSection";
import type { AuthIntegrationView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { usePublish } from "@/kit/action/useActions";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { Tag } from "@/kit/data/Tag";
import { Card } from "@/kit/layout/Card";
import { Notices } from "@/kit/layout/Notices";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Auth.module.css";
import { DomainsCard } from "./DomainsCard";
import { IntegrationCard } from "./IntegrationCard";
import type { AuthSubject, OnIntegration } from "./places";
import { handoverQuery } from "./queries";
import { ReadinessCard } from "./ReadinessCard";
import { SdkKeysCard } from "./SdkKeysCard";
import { UsersCard } from "./UsersCard";
import { isOwn, ownerWord } from "./words";

/** The auth integration of a project: itself, its users, its keys, its providers and its mail. */
export function AuthTab({ accountId, projectId }: { accountId: string; projectId: string }) {
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
          <ShownAsOf at={integrations.dataUpdatedAt} />
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

/** Everything of an integration that is there. */
function AuthSections({ where, integration }: { where: Where; integration: AuthIntegrationView }) {
  const at = useAuthSubject(where, integration);
  const { accountId, projectId } = at;
  usePublish("auth", at);
  return (
    <>
      <ReadinessCard at={at} />
      <IntegrationCard at={at} />
      <UsersCard at={at} />
      <SdkKeysCard at={at} />
      <ProvidersSection accountId={accountId} projectId={projectId} />
      <EmailSection accountId={accountId} projectId={projectId} />
      <DomainsCard at={at} />
      <OwnershipCard at={at} />
      <RemoveCard at={at} />
    </>
  );
}

/** What auth is, before a project has it. */
function NoIntegration({ where }: { where: Where }) {
  const { accountId, projectId, projectName, locked } = where;
  const at = useMemo(
    () => ({ accountId, projectId, projectName, locked }),
    [accountId, projectId, projectName, locked],
  );
  usePublish("auth", at);
  const schema = useAccount(accountId)?.profile.usersSchema;
  return (
    <Card title="Auth" tools={<Tag>Beta</Tag>}>
      <div className="ui-stack">
        <p className={styles.words}>
          Auth lets people sign in to the app you build on this database. The platform keeps a project at an
          auth provider, and every user who signs up there becomes a row in your own database, so your queries
          can join them.
        </p>
        <p className={styles.words}>Enabling auth</p>
        <ul className={styles.does}>
          <li>creates a project at the auth provider, which the platform owns until you take it over;</li>
          <li>
            adds the schema {schema ?? "for users"} with a table of users to a database of the branch you
            choose, and starts its compute;
          </li>
          <li>creates SDK keys for your app. The server key is shown once, right after.</li>
        </ul>
        <p className="ui-muted-small">
          Auth is in beta and may change. You can remove it later, with or without its users.
        </p>
        {locked && <Notice tone="plain">{locked}. Unlock it to enable auth.</Notice>}
        <div className="ui-row-wrapping">
          <ActionButton action="auth.enable" context={{ auth: at }} tone="primary" icon="plus" short />
        </div>
      </div>
    </Card>
  );
}

interface IntegrationSelectProps {
  integrations: readonly AuthIntegrationView[];
  value: AuthIntegrationView;
  onChange(provider: string): void;
}

/** Which integration is shown, where a project has several. */
function IntegrationSelect({ integrations, value, onChange }: IntegrationSelectProps) {
  return (
    <Field label="Integration" hint={`This project has ${integrations.length}. Shown below is this one.`}>
      <Select
        options={integrations.map(({ provider, providerProjectId }) => ({
          value: provider,
          label: provider,
          detail: providerProjectId,
        }))}
        value={value.provider}
        onChange={onChange}
      />
    </Field>
  );
}

/** What ends the integration. */
function RemoveCard({ at }: { at: OnIntegration }) {
  return (
    <Card title="Remove auth">
      <div className="ui-stack">
        <p className={styles.words}>
          Users can no longer sign in. The SDK keys, OAuth providers, email server and domains are deleted.
          You choose whether the users stay in the database.
        </p>
        <div className="ui-row-wrapping">
          <ActionButton action="auth.remove" context={{ auth: at }} tone="danger" icon="trash" short />
        </div>
      </div>
    </Card>
  );
}

/** Where the tab is, for its parts. */
type Where = Omit<AuthSubject, "integration">;

/** The same object as long as it says the same: it is published, and rows are drawn by it. */
function useAuthSubject(where: Where, integration: AuthIntegrationView): OnIntegration {
  const { accountId, projectId, projectName, locked } = where;
  return useMemo(
    () => ({ accountId, projectId, projectName, locked, integration }),
    [accountId, projectId, projectName, locked, integration],
  );
}

/** Who owns the auth project, and the way to an owner of one's own. */
function OwnershipCard({ at }: { at: OnIntegration }) {
  const { accountId, projectId, integration } = at;
  const handover = useQuery(handoverQuery(accountId, projectId)).data;
  const own = isOwn(integration);
  const waits = !own && (handover !== undefined || integration.transferStatus === "initiated");
  return (
    <Card
      title="Ownership"
      tools={<ActionButton action="auth.transfer" context={{ auth: at }} size="small" icon="external" />}
    >
      <div className="ui-stack">
        <p className={styles.words}>
          Owner: <b>{ownerWord(integration)}</b>.{" "}
          {own
            ? "You can manage it from the auth provider’s dashboard and the platform’s."
            : "A transfer moves the auth project to your own account at the auth provider. You can then manage it from both dashboards."}
        </p>
        {waits && (
          <Notice tone="info" role="status" title="Transfer started" testId="transfer-waits">
            Waiting for someone to choose the receiving account on the link’s page and confirm. The owner
            changes here once that is done.
          </Notice>
        )}
      </div>
    </Card>
  );
}
