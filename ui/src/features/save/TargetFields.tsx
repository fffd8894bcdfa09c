import { useQuery } from "@tanstack/react-query";
import { viewOf } from "@/data/errors";
import { sentence } from "@/data/format";
import { accountsQuery, branchesQuery } from "@/data/queries";
import { lockedWords } from "@/features/base/words";
import { NameField } from "@/features/databases/NameField";
import { OwnerField } from "@/features/databases/OwnerField";
import { ProjectSelect } from "@/features/projects/ProjectSelect";
import type { CopyTarget } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { Select } from "@/kit/control/Select";
import { COPY } from "./words";

interface TargetFieldsProps {
  target: CopyTarget;
  fieldErrors: Partial<Record<keyof CopyTarget, string | undefined>>;
  onChange(changed: Partial<CopyTarget>): void;
}

/** The branch that a database is copied to, each part asked for once what it belongs to is chosen. */
export function TargetFields({ target, fieldErrors, onChange }: TargetFieldsProps) {
  const { accountId, projectId, branchId, database, owner } = target;
  const accounts = useQuery(accountsQuery).data ?? [];
  const account = accounts.find(({ id }) => id === accountId);
  const at = { accountId, projectId, projectName: "", branchId, branchName: "" };
  return (
    <>
      <Field label={COPY.account} error={fieldErrors.accountId}>
        <Select<string>
          options={accounts.map((each) => {
            const locked = lockedWords(each);
            return {
              value: each.id,
              label: each.name,
              ...(locked !== undefined && { disabled: true, detail: locked }),
            };
          })}
          value={accountId || null}
          placeholder={COPY.choose}
          onChange={(next) => onChange({ accountId: next, projectId: "", branchId: "" })}
        />
      </Field>
      {account && (
        <FieldPair>
          <ProjectSelect
            account={account}
            words={COPY}
            value={projectId}
            error={fieldErrors.projectId}
            onChange={(next) => onChange({ projectId: next, branchId: "" })}
          />
          <BranchSelect target={target} error={fieldErrors.branchId} onChange={onChange} />
        </FieldPair>
      )}
      {branchId && (
        <>
          <NameField
            label={COPY.database}
            value={database}
            onChange={(next) => onChange({ database: next })}
            tried={fieldErrors.database !== undefined}
            error={fieldErrors.database}
          />
          <OwnerField
            at={at}
            value={owner || undefined}
            onChange={(next) => onChange({ owner: next })}
            error={fieldErrors.owner}
          />
        </>
      )}
    </>
  );
}

function BranchSelect(props: {
  target: CopyTarget;
  error: string | undefined;
  onChange(changed: Partial<CopyTarget>): void;
}) {
  const { target, error, onChange } = props;
  const branches = useQuery({
    ...branchesQuery(target.accountId, target.projectId),
    enabled: target.projectId !== "",
  });
  return (
    <Field
      label={COPY.branch}
      error={error}
      disabled={target.projectId === ""}
      hint={branches.error ? COPY.unread(sentence(viewOf(branches.error).message)) : undefined}
    >
      <Select<string>
        options={(branches.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={target.branchId || null}
        disabled={target.projectId === ""}
        placeholder={target.projectId !== "" && branches.isPending ? COPY.loading : COPY.choose}
        onChange={(branchId) => onChange({ branchId })}
      />
    </Field>
  );
}
