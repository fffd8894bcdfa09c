import { useQuery } from "@tanstack/react-query";
import { branchesQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { WorkRefusal } from "@/features/accounts/Failure";
import { Instant } from "@/features/base/Instant";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { CopyField } from "@/kit/data/CopyField";
import { Facts } from "@/kit/data/Facts";
import { Tag } from "@/kit/data/Tag";
import { Card } from "@/kit/layout/Card";
import { Link } from "@/kit/route/Link";
import styles from "./Auth.module.css";
import { openingJwks } from "./mutations";
import type { OnIntegration } from "./places";
import { hostOf, ownerWord, transferWord } from "./words";

/** What the integration is, and what it is attached to. */
export function IntegrationCard({ at }: { at: OnIntegration }) {
  const { integration } = at;
  const transfer = transferWord(integration);
  return (
    <Card
      title="Integration"
      tools={
        <span className={styles.tools}>
          <Tag>Beta</Tag>
          <ActionMenu about="auth" subject={at} label="Actions for auth" />
        </span>
      }
    >
      <Facts
        facts={[
          { term: "Provider", detail: integration.provider },
          {
            term: "Project ID",
            detail: <CopyField label="the provider’s project ID" value={integration.providerProjectId} />,
          },
          { term: "Branch", detail: <BranchLink at={at} /> },
          { term: "Database", detail: <DatabaseLink at={at} /> },
          { term: "Owner", detail: ownerWord(integration) },
          transfer && { term: "Transfer", detail: transfer },
          {
            term: "Created",
            detail: <Instant at={integration.createdAt} clock={{ account: at.accountId }} />,
          },
          { term: "JWKS", detail: <JwksAddress at={at} /> },
        ]}
      />
    </Card>
  );
}

function BranchLink({ at }: { at: OnIntegration }) {
  const { accountId, projectId, integration } = at;
  const branches = useQuery(branchesQuery(accountId, projectId)).data;
  const { branchId } = integration;
  if (branchId === null) return "Not reported";
  const name = branches?.find(({ id }) => id === branchId)?.name;
  if (branches && name === undefined) return `${branchId} (no longer exists)`;
  const to = {
    screen: "project",
    account: accountId,
    id: projectId,
    tab: "branches",
    branch: branchId,
  } as const;
  return (
    <Link className={styles.link} to={to}>
      {name ?? branchId}
    </Link>
  );
}

function DatabaseLink({ at }: { at: OnIntegration }) {
  const { accountId, projectId, integration } = at;
  const { branchId, database } = integration;
  if (database === null) return "Not reported";
  if (branchId === null) return database;
  const where = { account: accountId, id: projectId, branch: branchId };
  return (
    <Link className={styles.link} to={{ screen: "project", ...where, tab: "data", name: database }}>
      {database}
    </Link>
  );
}

/** Where the public keys are that the tokens of users are checked with. */
function JwksAddress({ at }: { at: OnIntegration }) {
  const { jwksUrl } = at.integration;
  const opening = useWork(openingJwks(at));
  if (jwksUrl === null) return "Not reported";
  return (
    <div className={styles.address}>
      <CopyField label="the JWKS address" value={jwksUrl} />
      <ActionButton
        action="auth.openJwks"
        context={{ auth: at }}
        size="small"
        icon="external"
        busy={opening.underWay}
      >
        {`Open on ${hostOf(jwksUrl)}`}
      </ActionButton>
      <WorkRefusal
        failure={opening.failure}
        title="The JWKS address was not opened"
        account={at.accountId}
        dismissible
      />
    </div>
  );
}
