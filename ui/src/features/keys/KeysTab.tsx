import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAccount } from "@/data/account";
import { projectQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import type { AccountView, ProjectView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Button } from "@/kit/control/Button";
import { SearchInput } from "@/kit/control/SearchInput";
import { Notices } from "@/kit/layout/Notices";
import { Toolbar } from "@/kit/layout/Toolbar";
import { useRouter } from "@/kit/route/useRouter";
import { EmptyState } from "@/kit/state/EmptyState";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Keys.module.css";
import { KeysBody, ListButtons, NoKeys } from "./KeysBody";
import type { KeysAt } from "./subjects";
import { useKeyList } from "./useKeyList";
import { useKeyTabs } from "./useKeyTabs";
import { countWords, EMPTY, keysLocked, LIST } from "./words";

/** The API keys that open one project alone. */
export function KeysTab({ accountId, projectId }: { accountId: string; projectId: string }) {
  const account = useAccount(accountId);
  const project = useQuery(projectQuery(accountId, projectId));
  if (account && project.data) return <Known account={account} project={project.data} />;
  return (
    <Notices>
      {project.isPending && <Skeleton label={LIST.title} />}
      <ReadFailure query={project} title={LIST.projectFailed} account={accountId} />
    </Notices>
  );
}

function Known({ account, project }: { account: AccountView; project: ProjectView }) {
  if (account.keyKind === "project") {
    return (
      <EmptyState icon="key" title={EMPTY.projectKeyTitle}>
        {EMPTY.projectKeyTab(account.name)}
      </EmptyState>
    );
  }
  if (project.organizationId === null) return <NoOrganization project={project} />;
  return <ProjectKeys account={account} project={project} organizationId={project.organizationId} />;
}

interface ProjectKeysProps {
  account: AccountView;
  project: ProjectView;
  organizationId: string;
}

/** The keys of an organization that open one of its projects and nothing else. */
function ProjectKeys({ account, project, organizationId }: ProjectKeysProps) {
  const { id, name } = project;
  const locked = keysLocked(account);
  const router = useRouter();
  const { tabs, pending } = useKeyTabs(account);
  const organization = project.organization ?? tabs.find((tab) => tab.id === organizationId)?.label;
  const at = useMemo(
    (): KeysAt => ({
      accountId: account.id,
      organizationId,
      organizationName: organization ?? organizationId,
      project: { id, name },
      locked,
    }),
    [account.id, organizationId, organization, id, name, locked],
  );
  const list = useKeyList(account, at);
  const { data, rows, shown, filter } = list;
  // Not by an ID for a moment.
  const others = organization === undefined && pending ? 0 : (data?.length ?? 0) - rows.length;
  return (
    <div className={styles.tab}>
      <Toolbar
        count={data && countWords(rows.length, filter.trim() === "" ? undefined : shown.length)}
        tools={
          <>
            <ListButtons list={list} />
            <ActionButton action="apiKeys.new" context={{ apiKeys: list.subject }}>
              {LIST.newForProject}
            </ActionButton>
          </>
        }
      >
        <SearchInput label={LIST.filter} value={filter} onChange={list.setFilter} shortcut />
      </Toolbar>
      <KeysBody
        account={account}
        list={list}
        notice={
          others > 0 && (
            <Notice
              tone="plain"
              actions={
                <Button
                  size="small"
                  onClick={() => router.go({ screen: "keys", account: account.id, tab: organizationId })}
                >
                  {LIST.showOthers}
                </Button>
              }
            >
              {LIST.others(others, at.organizationName ?? organizationId)}
            </Notice>
          )
        }
        empty={<NoKeys at={at} />}
      />
    </div>
  );
}

/** Where a key for one project cannot be, and what does instead. */
function NoOrganization({ project }: { project: ProjectView }) {
  return (
    <EmptyState
      icon="key"
      title={EMPTY.noOrganization(project.name)}
      actions={<ActionButton action="keys.go">{EMPTY.showPersonal}</ActionButton>}
    >
      {EMPTY.noOrganizationText}
    </EmptyState>
  );
}
