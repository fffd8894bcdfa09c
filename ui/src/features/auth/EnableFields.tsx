import { Failure } from "@/features/accounts/Failure";
import { branchOptions } from "@/features/databases/branches";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { NameChoice } from "./NameChoice";
import type { useEnableDraft } from "./useEnableDraft";

/** To which branch, which database, and by which role. */
export function EnableFields({ form }: { form: ReturnType<typeof useEnableDraft> }) {
  const { branches, databases, roles, draft, faults } = form;
  if (branches.error && !branches.data) {
    return (
      <Failure
        title="The branches could not be read"
        error={branches.error}
        onRetry={() => void branches.refetch()}
      />
    );
  }
  const unread = databases.query.error ?? roles.query.error;
  return (
    <>
      <Field
        label="Branch"
        hint="The one that your program uses in production. Other branches get the users with their data."
        error={faults.branch}
      >
        <Select
          options={branchOptions(branches.data ?? [])}
          value={draft.branch?.id ?? null}
          onChange={form.chooseBranch}
          placeholder={branches.isPending ? "Reading the branches…" : "Choose a branch…"}
        />
      </Field>
      <NameChoice
        key={`database ${draft.branch?.id}`}
        label="Database"
        hint="Where the table of users is made."
        names={databases.names}
        value={draft.database}
        onChange={form.setDatabase}
        error={faults.database}
      />
      <NameChoice
        key={`role ${draft.branch?.id}`}
        label="Role"
        hint="Who the table belongs to. It must be able to log in."
        names={roles.names}
        value={draft.role}
        onChange={form.setRole}
        error={faults.role}
      />
      {unread && (
        <Failure
          title="The databases and roles could not be read, so write their names"
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
