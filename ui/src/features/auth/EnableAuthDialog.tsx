import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "@/data/account";
import { viewOf } from "@/data/errors";
import { authIntegrationsQuery, branchesQuery, databasesQuery, rolesQuery } from "@/data/queries";
import { Failure, ReadFailure } from "@/features/base/Failure";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import { branchOptions, chosenBranch } from "@/features/databases/branches";
import { identifierError } from "@/features/databases/names";
import { canLogIn } from "@/features/databases/words";
import type { EnableAuth } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { enabling } from "./mutations";
import type { AuthSubject } from "./subjects";
import { enableWords as words } from "./words";

/** Attaches auth to a branch and a database of a project. */
export function EnableAuthDialog({ at }: { at: AuthSubject }) {
  const { projectName, locked } = at;
  const model = useEnableDraft(at);
  const { form } = model;
  const client = useQueryClient();
  const show = () => {
    void client.invalidateQueries({ queryKey: authIntegrationsQuery(at).queryKey });
    form.close();
  };
  const code = form.error && viewOf(form.error).code;
  const mayBeThere = code === "exists" || code === "maybeCreated" || code === "secretLost";
  return (
    <CallFormDialog
      form={form}
      title={words.dialog(projectName, at.branchId == null ? undefined : model.draft.branch?.name)}
      description={words.description}
      submit={words.submit}
      blocked={locked}
      initialFocus="submit"
      call={words.submit}
      failed={TITLES[code ?? ""] ?? words.failed}
      wayOut={
        mayBeThere && (
          <Button size="small" onClick={show}>
            {words.show}
          </Button>
        )
      }
    >
      <EnableFields model={model} isOfBranch={at.branchId != null} />
    </CallFormDialog>
  );
}

const TITLES: Record<string, string> = {
  exists: words.exists,
  maybeCreated: words.maybeCreated,
  secretLost: words.secretLost,
};

interface EnableFieldsProps {
  model: ReturnType<typeof useEnableDraft>;
  /** Whether the branch is chosen already. The role is the database's owner then. */
  isOfBranch: boolean;
}

/** The fields of the branch, the database and the role. */
function EnableFields({ model, isOfBranch }: EnableFieldsProps) {
  const { branches, databases, roles, draft } = model;
  const { fieldErrors } = model.form;
  if (branches.error && !branches.data) {
    return <ReadFailure query={branches} title={words.branchesUnread} />;
  }
  const unread = databases.query.error ?? roles.query.error;
  return (
    <>
      {!isOfBranch && (
        <Field label={words.branch} hint={words.branchHint} error={fieldErrors.branch}>
          <Select
            options={branchOptions(branches.data ?? [])}
            value={draft.branch?.id ?? null}
            onChange={model.chooseBranch}
            placeholder={branches.isPending ? words.branchLoading : words.branchChoose}
          />
        </Field>
      )}
      <NameChoice
        key={`database ${draft.branch?.id}`}
        label={words.database}
        hint={words.databaseHint}
        choose={words.databaseChoose}
        names={databases.names}
        value={draft.database}
        onChange={model.setDatabase}
        error={fieldErrors.database}
      />
      {!isOfBranch && (
        <NameChoice
          key={`role ${draft.branch?.id}`}
          label={words.role}
          hint={words.roleHint}
          choose={words.roleChoose}
          names={roles.names}
          value={draft.role}
          onChange={model.setRole}
          error={fieldErrors.role}
        />
      )}
      {unread && (
        <Failure
          title={words.namesUnread}
          error={unread}
          onRetry={() => {
            void databases.query.refetch();
            void roles.query.refetch();
          }}
        />
      )}
    </>
  );
}

interface NameChoiceProps {
  label: string;
  hint: string;
  /** The text shown while nothing is chosen. */
  choose: string;
  /** The names to choose from; absent while the list is not read. */
  names: readonly string[] | undefined;
  value: string;
  onChange(name: string): void;
  error: string | undefined;
}

/** No name begins with this sign, so that it names none. */
const OTHER = "\0";

/** A field for a name of a list or a typed one: the list may be old or unavailable. */
function NameChoice({ label, hint, choose, names, value, onChange, error }: NameChoiceProps) {
  const [typing, setTyping] = useState(false);
  const listed = names !== undefined && names.length > 0;
  if (typing || !listed) {
    return (
      <Field label={label} hint={hint} error={error}>
        <TextInput value={value} onChange={onChange} autoFocus={typing} mono />
      </Field>
    );
  }
  const change = (chosen: string) => {
    if (chosen === OTHER) setTyping(true);
    else onChange(chosen);
  };
  return (
    <Field label={label} hint={hint} error={error}>
      <Select
        options={[
          ...names.map((name) => ({ value: name, label: name })),
          { value: OTHER, label: words.otherName },
        ]}
        value={names.includes(value) ? value : null}
        onChange={change}
        placeholder={value || choose}
      />
    </Field>
  );
}

/** The branch, database and role that auth is attached to: the platform's usual names until another one is chosen. */
function useEnableDraft(at: AuthSubject) {
  const { accountId, projectId } = at;
  const branches = useQuery(branchesQuery(accountId, projectId));
  const profile = useAccount(accountId)?.profile;
  const [wanted, setWanted] = useState<string>();
  const [typedDatabase, setDatabase] = useState<string>();
  const [typedRole, setRole] = useState<string>();
  const branch = chosenBranch(branches.data, wanted ?? at.branchId ?? undefined);
  const enabled = branch !== undefined;
  const databases = useQuery({ ...databasesQuery(accountId, projectId, branch?.id ?? ""), enabled });
  const isOfBranch = at.branchId != null;
  const roles = useQuery({
    ...rolesQuery(accountId, projectId, branch?.id ?? ""),
    enabled: enabled && !isOfBranch,
  });

  const databaseNames = databases.data?.map(({ name }) => name).sort((a, b) => a.localeCompare(b));
  const ableRoles = roles.data?.filter((role) => !role.isProtected && canLogIn(role));
  const roleNames = ableRoles?.map(({ name }) => name).sort((a, b) => a.localeCompare(b));
  const database = typedDatabase ?? usual(profile?.database, databaseNames);
  const owner = databases.data?.find(({ name }) => name === database)?.owner;
  // A database of one's own choice has an owner of its own.
  const isUsual = database === profile?.database;
  const role = typedRole ?? usual(isUsual ? profile?.role : owner, roleNames, profile?.role);

  const enable: EnableAuth = { branchId: branch?.id ?? "", database, role: isOfBranch ? null : role };
  const form = useForm(enabling(at), {
    fieldErrors: {
      branch: branch ? undefined : words.branchMissing,
      database: identifierError(database),
      role: isOfBranch ? undefined : identifierError(role),
    },
    input: () => enable,
  });
  return {
    branches,
    databases: { query: databases, names: databaseNames },
    roles: { query: roles, names: roleNames },
    draft: { branch, database, role },
    form,
    enable,
    chooseBranch(id: string) {
      // Databases and roles differ from branch to branch.
      setWanted(id);
      setDatabase(undefined);
      setRole(undefined);
    },
    setDatabase,
    setRole,
  };
}

/** The platform's usual name where there is one like it or nobody knows; else the next best that is there. */
function usual(name: string | undefined, names: readonly string[] | undefined, next?: string): string {
  if (!names || names.length === 0) return name ?? "";
  if (name !== undefined && names.includes(name)) return name;
  return (next !== undefined && names.includes(next) ? next : names[0]) ?? "";
}
