import { useQuery } from "@tanstack/react-query";
import { useMutationSpec } from "@/data/mutation";
import { branchesQuery } from "@/data/queries";
import { MutationRefusal } from "@/features/base/Failure";
import { Instant } from "@/features/base/Instant";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { CopyField } from "@/kit/data/CopyField";
import { Facts } from "@/kit/data/Facts";
import { Tag } from "@/kit/data/Tag";
import { Card } from "@/kit/layout/Card";
import { PageSection } from "@/kit/layout/PageSection";
import { Link } from "@/kit/route/Link";
import styles from "./Auth.module.css";
import { openingJwks } from "./mutations";
import type { OnIntegration } from "./subjects";
import { hostOf, integrationWords, words } from "./words";

/** What the integration is, and what it is attached to. */
export function IntegrationSection({ at }: { at: OnIntegration }) {
  const { integration } = at;
  return (
    <PageSection
      title={integrationWords.title}
      tools={
        <>
          <Tag>{words.beta}</Tag>
          <ActionMenu about="auth" subject={at} label={integrationWords.menu} outlined />
        </>
      }
    >
      <Card>
        <div className={styles.padded}>
          <Facts
            facts={[
              { term: integrationWords.provider, detail: integration.provider },
              {
                term: integrationWords.projectId,
                detail: (
                  <CopyField label={integrationWords.projectIdCopy} value={integration.providerProjectId} />
                ),
              },
              { term: integrationWords.branch, detail: <BranchLink at={at} /> },
              { term: integrationWords.database, detail: <DatabaseLink at={at} /> },
              {
                term: integrationWords.created,
                detail: <Instant at={integration.createdAt} clock={{ account: at.accountId }} />,
              },
              integration.baseUrl !== null && {
                term: integrationWords.baseUrl,
                detail: <CopyField label={integrationWords.baseUrlCopy} value={integration.baseUrl} />,
              },
              { term: integrationWords.jwks, detail: <JwksAddress at={at} /> },
            ]}
          />
        </div>
      </Card>
    </PageSection>
  );
}

function BranchLink({ at }: { at: OnIntegration }) {
  const { accountId, projectId, integration } = at;
  const branches = useQuery(branchesQuery(accountId, projectId)).data;
  const { branchId } = integration;
  if (branchId === null) return words.notReported;
  const name = branches?.find(({ id }) => id === branchId)?.name;
  if (branches && name === undefined) return integrationWords.branchGone(branchId);
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
  if (database === null) return words.notReported;
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
  const opening = useMutationSpec(openingJwks(at));
  if (jwksUrl === null) return words.notReported;
  return (
    <div className={styles.address}>
      <CopyField label={integrationWords.jwksCopy} value={jwksUrl} />
      <ActionButton
        action="auth.openJwks"
        context={{ auth: at }}
        size="small"
        icon="external"
        busy={opening.underWay}
      >
        {integrationWords.jwksOpen(hostOf(jwksUrl))}
      </ActionButton>
      <MutationRefusal
        failure={opening.failure}
        title={integrationWords.jwksFailed}
        account={at.accountId}
        dismissible
      />
    </div>
  );
}
