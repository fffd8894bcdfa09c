import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { useAccount } from "@/data/account";
import { branchesQuery, databasesQuery, rolesQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { COMMON } from "@/features/base/words";
import { ConnectForms } from "@/features/connect/ConnectForms";
import { CARD } from "@/features/connect/words";
import { branchOptions, chosenBranch } from "@/features/databases/branches";
import { connectionTo, mainDatabase } from "@/features/databases/connection";
import { canLogIn } from "@/features/databases/words";
import type { BranchView, ConnectSource, DatabaseView, ProjectView, RoleView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Segmented } from "@/kit/control/Segmented";
import { Select } from "@/kit/control/Select";
import { Card } from "@/kit/layout/Card";
import { Link } from "@/kit/route/Link";
import { useRoute } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Overview.module.css";
import { CONNECT, HEADER } from "./words";

/** How to connect: to which database of which branch, as whom, and by which way. */
export function ConnectCard({ accountId, project }: { accountId: string; project: ProjectView }) {
  const pick = useConnectPick(accountId, project.id);
  const { failed, branch, database, role, pooled, source } = pick;
  if (failed?.error) {
    return <ReadFailure query={failed} title={CONNECT.unread} />;
  }
  if (pick.loading) {
    return (
      <Card label={HEADER.connect}>
        <Skeleton label={CONNECT.loading} shape="card" count={1} />
      </Card>
    );
  }
  if (!branch) return <Notice tone="plain">{CONNECT.noBranch}</Notice>;
  const picks = (
    <ConnectPick
      {...pick.lists}
      pick={{ branch: branch.id, database: database?.name, role, pooled }}
      onChange={pick.change}
    />
  );
  const where = { accountId, projectId: project.id, branch: branch.id };
  return (
    <div className="ui-stack">
      {source ? (
        <ConnectForms source={source} name={`${project.name} / ${branch.name}`} picks={picks} />
      ) : (
        <>
          <Missing {...where}>{database ? CONNECT.noRole : CONNECT.noDatabase}</Missing>
          {picks}
        </>
      )}
      {project.storesPasswords === false && <Missing {...where}>{CONNECT.noPasswords}</Missing>}
    </div>
  );
}

interface MissingProps {
  accountId: string;
  projectId: string;
  branch: string;
  children: ReactNode;
}

/** Something that is put right among the databases and roles. */
function Missing({ accountId, projectId, branch, children }: MissingProps) {
  const to = { screen: "project", account: accountId, id: projectId, tab: "data", branch } as const;
  return (
    <Notice
      tone="plain"
      actions={
        <Link className={styles.link} to={to}>
          {CONNECT.dataTab}
        </Link>
      }
    >
      {children}
    </Notice>
  );
}

interface Pick {
  branch: string;
  database: string | undefined;
  role: string | undefined;
  pooled: boolean;
}

interface ConnectPickProps {
  branches: readonly BranchView[];
  databases: readonly DatabaseView[];
  roles: readonly RoleView[];
  pick: Pick;
  onChange(changed: Partial<Pick>): void;
}

/** To what and as whom, and whether through the pooler. */
function ConnectPick({ branches, databases, roles, pick, onChange }: ConnectPickProps) {
  return (
    <div className={styles.picks}>
      <Field label={COMMON.branch}>
        <Select
          options={branchOptions(branches)}
          value={pick.branch}
          onChange={(branch) => onChange({ branch })}
        />
      </Field>
      <Field label={CONNECT.database}>
        <Select
          options={named(databases)}
          value={pick.database ?? null}
          onChange={(database) => onChange({ database })}
        />
      </Field>
      <Field label={CONNECT.role}>
        <Select
          options={named(loginRoles(roles))}
          value={pick.role ?? null}
          onChange={(role) => onChange({ role })}
        />
      </Field>
      <div className={styles.way}>
        <Segmented
          label={CARD.way}
          options={[
            { value: "pooled", label: CARD.pooled },
            { value: "direct", label: CARD.direct },
          ]}
          value={pick.pooled ? "pooled" : "direct"}
          onChange={(way) => onChange({ pooled: way === "pooled" })}
        />
      </div>
    </div>
  );
}

/** The roles that somebody can connect with. */
function loginRoles(roles: readonly RoleView[]): RoleView[] {
  return roles.filter((role) => canLogIn(role) && !role.isProtected);
}

function named(list: ReadonlyArray<{ name: string }>) {
  const names = list.map(({ name }) => name).sort((one, other) => one.localeCompare(other));
  return names.map((name) => ({ value: name, label: name }));
}

/** What there is to connect to, what of it is chosen, and the connection that this makes. */
function useConnectPick(accountId: string, projectId: string) {
  const route = useRoute();
  const fromRoute = route.screen === "project" ? route : undefined;
  const account = useAccount(accountId);
  const [picked, setPicked] = useState<Partial<Pick>>({});
  const branches = useQuery(branchesQuery(accountId, projectId));
  const branch = chosenBranch(branches.data, picked.branch ?? fromRoute?.branch);
  const enabled = branch !== undefined;
  const databases = useQuery({ ...databasesQuery(accountId, projectId, branch?.id ?? ""), enabled });
  const roles = useQuery({ ...rolesQuery(accountId, projectId, branch?.id ?? ""), enabled });

  const wanted = picked.database ?? fromRoute?.name;
  const named = databases.data?.find(({ name }) => name === wanted);
  const database = named ?? mainDatabase(databases.data ?? [], account);
  const able = loginRoles(roles.data ?? []).map(({ name }) => name);
  // The owner may do everything in the database; where nobody can log in as the owner, whoever can.
  const role = [picked.role, database?.owner, able[0]].find((name) => name && able.includes(name));
  const pooled = picked.pooled ?? true;

  const source = useMemo(
    (): ConnectSource | undefined =>
      branch && database && role
        ? connectionTo(
            { accountId, projectId, branchId: branch.id },
            { database: database.name, role, pooled },
          )
        : undefined,
    [accountId, projectId, branch, database, role, pooled],
  );
  // Another branch has other databases and roles: what was chosen of one is not meant for the other.
  const change = (changed: Partial<Pick>) =>
    setPicked((before) => (changed.branch ? { pooled, branch: changed.branch } : { ...before, ...changed }));

  const failed = [branches, databases, roles].find(({ error, data }) => error && data === undefined);
  const loading = !branches.data || (enabled && !(databases.data && roles.data));
  const lists = { branches: branches.data ?? [], databases: databases.data ?? [], roles: roles.data ?? [] };
  return { failed, loading, lists, branch, database, role, pooled, source, change };
}
