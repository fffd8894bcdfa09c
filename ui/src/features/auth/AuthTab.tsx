import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { authIntegrationsQuery } from "@/data/queries";
import { Failure, ReadFailure } from "@/features/base/Failure";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { useWhere } from "@/features/base/useWhere";
import { branchOptions } from "@/features/databases/branches";
import { TAB } from "@/features/databases/words";
import { EmailPage } from "@/features/emailServer/EmailPage";
import { ProvidersPage } from "@/features/oauthProviders/ProvidersPage";
import { SignInPage } from "@/features/signIn/SignInPage";
import type { SignInPlace } from "@/features/signIn/subjects";
import { WebhooksPage } from "@/features/webhooks/WebhooksPage";
import type { AuthIntegrationView, BranchView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { Notices } from "@/kit/layout/Notices";
import { SubPages } from "@/kit/layout/SubPages";
import { useRoute, useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Auth.module.css";
import { DomainsPage } from "./DomainsPage";
import { EnablePage } from "./EnablePage";
import { IntegrationSection } from "./IntegrationSection";
import { OwnershipPage } from "./OwnershipPage";
import { authPageOf, authPagesOf, authRoute, useAuthBranch } from "./pages";
import { ReadinessSection } from "./ReadinessSection";
import { metOf, useReadiness } from "./readiness";
import { SdkKeysSection } from "./SdkKeysSection";
import type { AuthPage, AuthSubject, OnIntegration } from "./subjects";
import { UsersPage } from "./UsersPage";
import { useAuthSubject, type Where } from "./useAuthSubject";
import { PAGE_WORDS, readinessWords, words } from "./words";

/** The auth integration of a project, or of one of its branches where each has one. */
export function AuthTab({ accountId, projectId }: { accountId: string; projectId: string }) {
  const { projectName, locked } = useWhere(accountId, projectId);
  const { isByBranch, branches, branch, wanted } = useAuthBranch(accountId, projectId, true);
  const where = { accountId, projectId, projectName, locked };
  if (!isByBranch) return <Integrations where={{ ...where, branchId: null }} />;
  if (!branch) {
    if (branches.isPending) return <Loading />;
    return (
      <Notices>
        {branches.error ? (
          <ReadFailure query={branches} title={TAB.branchesFailed} />
        ) : (
          <Notice tone="plain">{TAB.noBranches}</Notice>
        )}
      </Notices>
    );
  }
  const all = branches.data ?? [];
  return (
    <Integrations key={branch.id} where={{ ...where, branchId: branch.id }}>
      {wanted !== undefined && wanted !== branch.id && (
        <Notice tone="warning">{TAB.elsewhere(branch.name)}</Notice>
      )}
      {all.length > 1 && <BranchSelect where={where} branches={all} value={branch.id} />}
    </Integrations>
  );
}

function Loading() {
  return (
    <div className={styles.alone}>
      <Skeleton label={words.loading} shape="card" count={3} />
    </div>
  );
}

interface BranchSelectProps {
  where: Pick<AuthSubject, "accountId" | "projectId">;
  branches: readonly BranchView[];
  value: string;
}

/** Whose auth is shown. The page stays the same. */
function BranchSelect({ where, branches, value }: BranchSelectProps) {
  const router = useRouter();
  const route = useRoute();
  const page = authPageOf(route.screen === "project" ? route.page : undefined);
  return (
    <div className={styles.branch}>
      <Field label={words.branch} hint={words.branchHint}>
        <Select
          options={branchOptions(branches)}
          value={value}
          onChange={(branchId) => router.go(authRoute({ ...where, branchId }, page), { replace: true })}
        />
      </Field>
    </div>
  );
}

interface IntegrationsProps {
  where: Where;
  /** What is to be known on every page. */
  children?: ReactNode;
}

/** Page by page. Without an integration there is only the page that enables it. */
function Integrations({ where, children }: IntegrationsProps) {
  const integrations = useQuery(authIntegrationsQuery(where));
  const [wanted, setWanted] = useState<string>();
  if (integrations.isPending) return <Loading />;
  const { data: list, error } = integrations;
  const failure = error && (
    <Failure title={words.unread} error={error} onRetry={() => void integrations.refetch()} />
  );
  if (!list) {
    return (
      <Notices>
        {children}
        {failure}
      </Notices>
    );
  }
  const integration = list.find(({ providerProjectId }) => providerProjectId === wanted) ?? list[0];
  const above = (
    <>
      {children}
      {failure && (
        <div className="ui-stack-tight">
          {failure}
          <ShownAsOf at={integrations.dataUpdatedAt} />
        </div>
      )}
      {list.length > 1 && integration && (
        <IntegrationSelect integrations={list} value={integration} onChange={setWanted} />
      )}
    </>
  );
  if (!integration) return <EnablePage where={where} above={above} />;
  return (
    <AuthPages key={integration.providerProjectId} where={where} integration={integration} above={above} />
  );
}

type PageScreen = (props: { at: OnIntegration }) => ReactNode;

const PAGE_SCREENS: Record<AuthPage, PageScreen> = {
  overview: ({ at }) => (
    <>
      <ReadinessSection at={at} />
      <IntegrationSection at={at} />
      <SdkKeysSection at={at} />
    </>
  ),
  users: UsersPage,
  signIn: (props) => <OnBranch {...props} screen={SignInPage} />,
  providers: ({ at }) => <ProvidersPage {...at} />,
  email: ({ at }) => <EmailPage at={at} />,
  domains: DomainsPage,
  webhooks: (props) => <OnBranch {...props} screen={WebhooksPage} />,
  ownership: OwnershipPage,
};

interface OnBranchProps {
  at: OnIntegration;
  screen: (props: { at: SignInPlace }) => ReactNode;
}

/** A page that only the branch of the integration has. */
function OnBranch({ at, screen: BranchScreen }: OnBranchProps) {
  const { accountId, projectId, projectName, locked, branchId } = at;
  const place = useMemo(
    () => branchId != null && { accountId, projectId, projectName, locked, branchId },
    [accountId, projectId, projectName, locked, branchId],
  );
  return place && <BranchScreen at={place} />;
}

interface AuthPagesProps {
  where: Where;
  integration: AuthIntegrationView;
  /** What is to be known on every page. */
  above: ReactNode;
}

/** The pages of an integration that is there. */
function AuthPages({ where, integration, above }: AuthPagesProps) {
  const route = useRoute();
  const pages = authPagesOf(where.branchId != null);
  const wanted = authPageOf(route.screen === "project" ? route.page : undefined);
  const current = pages.includes(wanted) ? wanted : "overview";
  const at = useAuthSubject(where, integration, current);
  usePublish("auth", at);
  const points = useReadiness(at);
  const met = metOf(points);
  const isKnown = points.every(({ state }) => state !== "loading");
  const PageScreen = PAGE_SCREENS[current];
  return (
    <SubPages
      label={words.pages}
      current={current}
      pages={pages.map((id) => ({
        id,
        label: PAGE_WORDS[id],
        to: authRoute(at, id),
        ...(id === "overview" &&
          isKnown && {
            detail: readinessWords.short(met, points.length),
            detailLabel: readinessWords.met(met, points.length),
          }),
      }))}
    >
      {above}
      <PageScreen at={at} />
    </SubPages>
  );
}

interface IntegrationSelectProps {
  integrations: readonly AuthIntegrationView[];
  value: AuthIntegrationView;
  onChange(providerProjectId: string): void;
}

/** Which integration is shown, where a project has several. */
function IntegrationSelect({ integrations, value, onChange }: IntegrationSelectProps) {
  return (
    <Field label={words.severalLabel} hint={words.several(integrations.length)}>
      <Select
        options={integrations.map(({ provider, providerProjectId }) => ({
          value: providerProjectId,
          label: provider,
          detail: providerProjectId,
        }))}
        value={value.providerProjectId}
        onChange={onChange}
      />
    </Field>
  );
}
