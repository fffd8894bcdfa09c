import { useQuery } from "@tanstack/react-query";
import { viewOf } from "@/data/errors";
import { sentence } from "@/data/format";
import { accountsQuery, branchesQuery } from "@/data/queries";
import { lockedWords } from "@/features/base/words";
import { NameField } from "@/features/databases/NameField";
import { OwnerField } from "@/features/databases/OwnerField";
import { OrganizationField } from "@/features/projects/OrganizationField";
import { ProjectSelect } from "@/features/projects/ProjectSelect";
import type { AccountView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import type { CopyDraft, CopyTargetForm } from "./useCopyTarget";
import { COPY } from "./words";

interface TargetFieldsProps {
  target: CopyTargetForm;
  fieldErrors: Partial<Record<keyof CopyDraft, string | undefined>>;
}

/** Where a database is copied to, each part asked for once what it belongs to is chosen. */
export function TargetFields({ target, fieldErrors }: TargetFieldsProps) {
  const { account, draft, change } = target;
  const accounts = useQuery(accountsQuery).data ?? [];
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
          value={draft.accountId || null}
          placeholder={COPY.choose}
          onChange={(accountId) =>
            change({ accountId, organizationId: undefined, projectId: undefined, branchId: undefined })
          }
        />
      </Field>
      {account && (
        <>
          <RadioGroup
            label={COPY.into}
            options={[
              { value: "newProject" as const, label: COPY.newProject, hint: COPY.newProjectHint },
              { value: "branch" as const, label: COPY.existing, hint: COPY.existingHint },
            ]}
            value={draft.kind}
            onChange={(kind) => change({ kind })}
          />
          {draft.kind === "newProject" ? (
            <NewProjectFields target={target} fieldErrors={fieldErrors} />
          ) : (
            <BranchFields target={target} account={account} fieldErrors={fieldErrors} />
          )}
        </>
      )}
    </>
  );
}

function NewProjectFields({ target, fieldErrors }: TargetFieldsProps) {
  const { draft, change, organizations, needsOrganization } = target;
  return (
    <>
      <Field label={COPY.name} error={fieldErrors.name}>
        <TextInput value={draft.name} onChange={(name) => change({ name })} />
      </Field>
      <OrganizationField
        organizations={organizations}
        needed={needsOrganization}
        value={draft.organizationId}
        error={fieldErrors.organizationId}
        onChange={(organizationId) => change({ organizationId })}
      />
    </>
  );
}

function BranchFields({ target, account, fieldErrors }: TargetFieldsProps & { account: AccountView }) {
  const { draft, change } = target;
  const { accountId, projectId, branchId, database, owner } = draft;
  const at = { accountId, projectId, projectName: "", branchId, branchName: "" };
  return (
    <>
      <FieldPair>
        <ProjectSelect
          account={account}
          words={COPY}
          value={projectId}
          error={fieldErrors.projectId}
          onChange={(next) => change({ projectId: next, branchId: undefined })}
        />
        <BranchSelect target={draft} error={fieldErrors.branchId} onChange={change} />
      </FieldPair>
      {branchId && (
        <>
          <NameField
            label={COPY.database}
            value={database}
            onChange={(next) => change({ database: next })}
            tried={fieldErrors.database !== undefined}
            error={fieldErrors.database}
          />
          <OwnerField
            at={at}
            value={owner || undefined}
            onChange={(next) => change({ owner: next })}
            error={fieldErrors.owner}
          />
        </>
      )}
    </>
  );
}

function BranchSelect(props: {
  target: CopyDraft;
  error: string | undefined;
  onChange(changed: Partial<CopyDraft>): void;
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
