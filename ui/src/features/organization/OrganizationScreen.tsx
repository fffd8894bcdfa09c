import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { capital } from "@/data/format";
import { organizationsQuery } from "@/data/queries";
import { organizationOf, readsOrganizations } from "@/features/accounts/organization";
import { useAccountOfRoute } from "@/features/accounts/useAccountOfRoute";
import { Failure, ReadFailure } from "@/features/base/Failure";
import { lockedWords, planWord } from "@/features/base/words";
import { NoAccount } from "@/features/projects/NoAccount";
import type { AccountView, OrganizationView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { usePublish } from "@/kit/action/useActions";
import { Select } from "@/kit/control/Select";
import { Tabs } from "@/kit/control/Tabs";
import { Notices } from "@/kit/layout/Notices";
import { Screen } from "@/kit/layout/Screen";
import { useRouter } from "@/kit/route/useRouter";
import { EmptyState } from "@/kit/state/EmptyState";
import { Skeleton } from "@/kit/state/Skeleton";
import { InvitationsTab } from "./InvitationsTab";
import { MembersTab } from "./MembersTab";
import styles from "./Organization.module.css";
import { type OrganizationSubject, useMembers } from "./organization";
import { SpendingTab } from "./SpendingTab";
import { BLOCKED, SCREEN } from "./words";

interface OrganizationScreenProps {
  /** The account; the one that the window shows without it. */
  account: string | undefined;
  /** The organization; the one that was chosen last without it. */
  id: string | undefined;
  tab: string | undefined;
}

/** An organization of an account: its members, its open invitations and its spending limit. */
export function OrganizationScreen({ account: wanted, id, tab }: OrganizationScreenProps) {
  const { accounts, account } = useAccountOfRoute(wanted);
  if (account) return <OfAccount key={account.id} account={account} id={id} tab={tab} />;
  return <NoAccount accounts={accounts} title={SCREEN.title} loading={SCREEN.loading} />;
}

interface OfAccountProps extends Omit<OrganizationScreenProps, "account"> {
  account: AccountView;
}

function OfAccount({ account, id, tab }: OfAccountProps) {
  const isAsked = readsOrganizations(account);
  const organizations = useQuery({ ...organizationsQuery(account.id), enabled: isAsked });
  const { data } = organizations;
  const organization = organizationOf(account, data, id);
  if (organization) {
    return (
      <OneOrganization
        key={organization.id}
        account={account}
        organization={organization}
        all={data ?? []}
        tab={tab}
      />
    );
  }
  return (
    <Screen title={SCREEN.title}>
      {isAsked && organizations.isPending && <Skeleton label={SCREEN.loading} shape="tall-rows" />}
      <Notices>
        <ReadFailure query={organizations} title={SCREEN.failed} account={account.id} />
        {account.problem && <Failure title={SCREEN.notNow} error={account.problem} />}
      </Notices>
      {(account.keyKind === "project" || data?.length === 0) && (
        <EmptyState icon="user" title={SCREEN.none}>
          {account.keyKind === "project" ? SCREEN.projectKey(account.name) : SCREEN.noneText(account.name)}
        </EmptyState>
      )}
    </Screen>
  );
}

interface OneOrganizationProps {
  account: AccountView;
  organization: OrganizationView;
  all: readonly OrganizationView[];
  tab: string | undefined;
}

function OneOrganization({ account, organization, all, tab }: OneOrganizationProps) {
  const router = useRouter();
  const { at, isAdmin, ...members } = useOrganization(account, organization);
  const shown = TABS.find((each) => each === tab) ?? "members";
  const panels: Record<Tab, ReactNode> = {
    members: <MembersTab members={members} />,
    invitations: <InvitationsTab at={at} members={members.query.data} />,
    spending: <SpendingTab at={at} />,
  };
  return (
    <Screen
      title={organization.name || organization.id}
      aside={organization.plan && capital(planWord(organization.plan))}
      tools={
        <>
          {all.length > 1 && (
            <div className={styles.choice}>
              <Select
                label={SCREEN.choose}
                options={all.map(({ id, name }) => ({ value: id, label: name || id, detail: id }))}
                value={organization.id}
                onChange={(id) =>
                  router.go(
                    { screen: "organization", account: account.id, id, ...(tab !== undefined && { tab }) },
                    { replace: true },
                  )
                }
              />
            </div>
          )}
          <ActionButton action="organization.invite" tone="primary" context={{ organization: at }} short />
        </>
      }
    >
      <Tabs
        label={SCREEN.tabs}
        look="page"
        value={shown}
        onChange={(next) =>
          router.go(
            { screen: "organization", account: account.id, id: organization.id, tab: next },
            { replace: true },
          )
        }
        tabs={TABS.map((value) => ({ value, label: SCREEN[value], panel: panels[value] }))}
      />
    </Screen>
  );
}

/** The organization as what actions are about, with its members. Who is no admin can look only. */
function useOrganization(account: AccountView, { id, name }: OrganizationView) {
  const accountId = account.id;
  const readOnly = lockedWords(account);
  const bare = useMemo(
    (): OrganizationSubject => ({ accountId, organizationId: id, organizationName: name || id }),
    [accountId, id, name],
  );
  const { query, rows: found, isAdmin } = useMembers(bare, account);
  const locked = readOnly ?? (isAdmin ? undefined : BLOCKED.notAdmin);
  const at = useMemo(() => ({ ...bare, locked }), [bare, locked]);
  const rows = useMemo(() => found?.map((row) => ({ ...row, locked })), [found, locked]);
  usePublish("organization", at);
  return { at, isAdmin, query, rows };
}

const TABS = ["members", "invitations", "spending"] as const;

type Tab = (typeof TABS)[number];

declare module "@/kit/route/route" {
  interface Routes {
    /** An organization of an account; without `account` of the one that is shown. `tab`: members when absent. */
    organization: { account?: string; id?: string; tab?: string };
  }
}
