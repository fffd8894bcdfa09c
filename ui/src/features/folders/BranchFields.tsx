import { useQuery } from "@tanstack/react-query";
import { viewOf } from "@/data/errors";
import { sentence } from "@/data/format";
import { accountsQuery, branchesQuery, databasesQuery, rolesQuery } from "@/data/queries";
import { ProjectSelect } from "@/features/projects/ProjectSelect";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { Select } from "@/kit/control/Select";
import { Switch } from "@/kit/control/Switch";
import type { SettingsDraft, SettingsErrors } from "./settings";
import { SOURCE } from "./words";

interface BranchFieldsProps {
  draft: SettingsDraft;
  fieldErrors: SettingsErrors;
  onChange(changed: Partial<SettingsDraft>): void;
}

/** Which database of which branch, each asked for once what it belongs to is chosen. */
export function BranchFields({ draft, fieldErrors, onChange }: BranchFieldsProps) {
  const { accountId, projectId, branchId } = draft;
  const accounts = useQuery(accountsQuery).data ?? [];
  const account = accounts.find(({ id }) => id === accountId);
  return (
    <section className="ui-group" aria-label={SOURCE.branch}>
      <Field label={SOURCE.account} error={fieldErrors.accountId}>
        <Select<string>
          options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          value={accountId || null}
          onChange={(next) =>
            onChange({ accountId: next, projectId: "", branchId: "", database: "", role: "" })
          }
        />
      </Field>
      {account && (
        <ProjectSelect
          account={account}
          words={SOURCE}
          value={projectId}
          error={fieldErrors.projectId}
          onChange={(next) => onChange({ projectId: next, branchId: "", database: "", role: "" })}
        />
      )}
      {accountId && projectId && <OfProject draft={draft} fieldErrors={fieldErrors} onChange={onChange} />}
      {accountId && projectId && branchId && (
        <OfBranch draft={draft} fieldErrors={fieldErrors} onChange={onChange} />
      )}
    </section>
  );
}

function OfProject({ draft, fieldErrors, onChange }: BranchFieldsProps) {
  const branches = useQuery(branchesQuery(draft.accountId, draft.projectId));
  const options = (branches.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Field label={SOURCE.branchOf} error={fieldErrors.branchId} hint={hintOf(branches)}>
      <Select<string>
        options={options}
        value={draft.branchId || null}
        placeholder={branches.isPending ? SOURCE.loading : SOURCE.choose}
        onChange={(branchId) => onChange({ branchId, database: "", role: "" })}
      />
    </Field>
  );
}

function OfBranch({ draft, fieldErrors, onChange }: BranchFieldsProps) {
  const { accountId, projectId, branchId } = draft;
  const databases = useQuery(databasesQuery(accountId, projectId, branchId));
  const roles = useQuery(rolesQuery(accountId, projectId, branchId));
  const owner = databases.data?.find(({ name }) => name === draft.database)?.owner;
  return (
    <>
      <FieldPair>
        <Field label={SOURCE.database} error={fieldErrors.database} hint={hintOf(databases)}>
          <Select<string>
            options={(databases.data ?? []).map(({ name }) => ({ value: name, label: name }))}
            value={draft.database || null}
            placeholder={databases.isPending ? SOURCE.loading : SOURCE.choose}
            onChange={(database) => {
              const its = databases.data?.find(({ name }) => name === database)?.owner;
              // Whoever chose another role than the former owner keeps it.
              const follows = draft.role === "" || draft.role === owner;
              onChange({ database, ...(follows && its !== undefined && { role: its }) });
            }}
          />
        </Field>
        <Field label={SOURCE.role} error={fieldErrors.role} hint={hintOf(roles)}>
          <Select<string>
            options={(roles.data ?? []).map(({ name }) => ({ value: name, label: name }))}
            value={draft.role || null}
            placeholder={roles.isPending ? SOURCE.loading : SOURCE.choose}
            onChange={(role) => onChange({ role })}
          />
        </Field>
      </FieldPair>
      <Switch checked={draft.pooled} onChange={(pooled) => onChange({ pooled })} hint={SOURCE.pooledHint}>
        {SOURCE.pooled}
      </Switch>
    </>
  );
}

const hintOf = ({ error }: { error: Error | null }) =>
  error ? SOURCE.unread(sentence(viewOf(error).message)) : undefined;
