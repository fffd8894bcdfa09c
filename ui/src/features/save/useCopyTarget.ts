import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { folderName } from "@/data/format";
import { accountsQuery, branchesQuery, databasesQuery, rolesQuery } from "@/data/queries";
import { useOrganization } from "@/features/accounts/organization";
import { nameError } from "@/features/base/nameError";
import { identifierError } from "@/features/databases/names";
import { usualOwner } from "@/features/databases/OwnerField";
import { AUTO, chosen } from "@/features/projects/draft";
import { isComing } from "@/features/projects/projectOptions";
import { useProjectList } from "@/features/projects/useProjectRows";
import { CREATE } from "@/features/projects/words";
import type { CopyInto, TemporaryView } from "@/ipc/generated";
import { COPY } from "./words";

/** What is chosen so far of where a database is copied to. */
export interface CopyDraft {
  kind: CopyInto["kind"];
  accountId: string;
  /** Of a new project. */
  name: string;
  organizationId: string;
  /** Of a new database. */
  projectId: string;
  branchId: string;
  database: string;
  owner: string;
}

type CopyChange = { [Field in keyof CopyDraft]?: CopyDraft[Field] | undefined };

/**
 * Where a database is copied to. An account without projects gets a new one until something else is chosen; the only
 * project and the only branch are chosen, and the role that owns most of a branch's databases is the owner.
 */
export function useCopyTarget(row: TemporaryView) {
  const all = useQuery(accountsQuery).data ?? [];
  const [typed, setTyped] = useState<CopyChange>({ database: row.name, name: nameFor(row) });
  const writable = all.filter(({ isReadOnly }) => !isReadOnly);
  const accountId = typed.accountId ?? (writable.length === 1 ? (writable[0]?.id ?? "") : "");
  const account = all.find(({ id }) => id === accountId);
  const { organizations, organizationId, missing } = useOrganization(account);
  const list = useProjectList(account, "own", account?.organizationId || null, true);
  const hasNone = account !== undefined && !isComing(list) && !list.error && list.items.length === 0;
  const { database = "", name = "" } = typed;
  const projectId = typed.projectId ?? onlyId(isComing(list) ? undefined : list.items);
  const branches = useQuery({ ...branchesQuery(accountId, projectId), enabled: projectId !== "" });
  const branchId = typed.branchId ?? onlyId(branches.data);
  const enabled = branchId !== "";
  const databases = useQuery({ ...databasesQuery(accountId, projectId, branchId), enabled });
  const roles = useQuery({ ...rolesQuery(accountId, projectId, branchId), enabled });
  const draft: CopyDraft = {
    kind: typed.kind ?? (hasNone ? "newProject" : "branch"),
    accountId,
    name,
    organizationId: typed.organizationId ?? organizationId ?? AUTO,
    projectId,
    branchId,
    database,
    owner: typed.owner ?? usualOwner(roles.data, databases.data) ?? "",
  };
  const needsOrganization =
    missing || (account?.profile.needsOrganization === true && organizations.length > 0);
  const change = (next: CopyChange) => setTyped((before) => ({ ...before, ...next }));
  return {
    account,
    draft,
    change,
    organizations,
    needsOrganization,
    errors: errorsOf(draft, needsOrganization),
  };
}

export type CopyTargetForm = ReturnType<typeof useCopyTarget>;

/** The id of the only item; empty while there are none, or several. */
function onlyId(items: readonly { id: string }[] | undefined): string {
  return items?.length === 1 ? (items[0]?.id ?? "") : "";
}

/** The folder it was written to says what it is for. */
const nameFor = ({ env, name }: TemporaryView) => (env ? folderName(env.path) : name);

function errorsOf(draft: CopyDraft, needsOrganization: boolean): Partial<Record<keyof CopyDraft, string>> {
  const { kind, accountId, name, organizationId, projectId, branchId, database, owner } = draft;
  const { missing } = COPY;
  const all =
    kind === "newProject"
      ? {
          name: name === "" ? missing.name : nameError(name),
          organizationId:
            needsOrganization && organizationId === AUTO ? CREATE.organizationMissing : undefined,
        }
      : {
          projectId: projectId ? undefined : missing.projectId,
          branchId: branchId ? undefined : missing.branchId,
          database: identifierError(database),
          owner: owner ? undefined : missing.owner,
        };
  const found = { accountId: accountId ? undefined : missing.accountId, ...all };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined));
}

/** The draft as the core is asked. */
export function intoOf(draft: CopyDraft): CopyInto {
  const { kind, accountId, name, organizationId, projectId, branchId, database, owner } = draft;
  return kind === "newProject"
    ? { kind, accountId, organizationId: chosen(organizationId), name }
    : { kind, accountId, projectId, branchId, database, owner };
}
