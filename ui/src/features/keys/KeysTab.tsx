import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useAccount } from "@/data/account";
import { counted } from "@/data/format";
import { projectQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import type { AccountView, ProjectView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { useFilterKey } from "@/kit/action/useFilterKey";
import { SearchInput } from "@/kit/control/SearchInput";
import { Notices } from "@/kit/layout/Notices";
import { Toolbar } from "@/kit/layout/Toolbar";
import { EmptyState } from "@/kit/state/EmptyState";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Keys.module.css";
import { KeysBody, ListButtons, NoKeys } from "./KeysBody";
import type { KeysAt } from "./places";
import { useKeyList } from "./useKeyList";
import { keysLocked } from "./words";

/** The API keys that open one project alone. */
export function KeysTab({ accountId, projectId }: { accountId: string; projectId: string }) {
  const account = useAccount(accountId);
  const project = useQuery(projectQuery(accountId, projectId));
  if (account && project.data) return <Known account={account} project={project.data} />;
  return (
    <Notices>
      {project.isPending && <Skeleton label="API keys" />}
      <ReadFailure query={project} title="The project could not be read" account={accountId} />
    </Notices>
  );
}

function Known({ account, project }: { account: AccountView; project: ProjectView }) {
  if (account.keyKind === "project") {
    return (
      <EmptyState icon="key" title="A project key can’t list API keys">
        {account.name} is connected with a project key. Switch to an account with a personal key to see the
        keys of this project.
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
  const { id, name, organization } = project;
  const locked = keysLocked(account);
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
  const field = useRef<HTMLInputElement>(null);
  useFilterKey(field);
  const { query, rows, shown, filter } = list;
  const others = (query.data?.length ?? 0) - rows.length;
  const count = filter.trim() === "" ? "" : `${counted(shown.length, "key")} shown of `;
  return (
    <div className={styles.tab}>
      <Toolbar
        count={query.data && `${count}${counted(rows.length, "key")}`}
        tools={
          <>
            <ListButtons list={list} />
            <ActionButton action="apiKeys.new" context={{ apiKeys: list.subject }} tone="primary">
              New key for this project…
            </ActionButton>
          </>
        }
      >
        <SearchInput
          label="Filter keys"
          value={filter}
          onChange={list.setFilter}
          shortcut="/"
          field={field}
        />
      </Toolbar>
      <KeysBody
        account={account}
        list={list}
        notice={
          others > 0 && (
            <Notice tone="plain">
              {counted(others, "other key")} of {at.organizationName} may also have access to this project.
              See the organization’s keys under API keys.
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
      title={`${project.name} belongs to no organization`}
      actions={<ActionButton action="keys.go">Show personal keys</ActionButton>}
    >
      Project keys belong to the organization that owns the project. This project is yours, so use a personal
      key, which gives access to everything you can reach.
    </EmptyState>
  );
}
