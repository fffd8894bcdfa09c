import { useQuery } from "@tanstack/react-query";
import { rolesQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { COMMON } from "@/features/base/words";
import type { DatabaseView, RoleView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import type { OnBranch } from "./subjects";
import { loginWord, OWNER } from "./words";

interface OwnerFieldProps {
  at: OnBranch;
  value: string | undefined;
  onChange(value: string): void;
  error?: string | undefined;
}

/** The role that is to own a database. Those that belong to the platform own none. */
export function OwnerField({ at, value, onChange, error }: OwnerFieldProps) {
  const roles = useQuery(rolesQuery(at.accountId, at.projectId, at.branchId));
  if (roles.error && !roles.data) {
    return <ReadFailure query={roles} title={OWNER.rolesFailed} />;
  }
  const options = owners(roles.data).map((role) => ({
    value: role.name,
    label: role.name,
    detail: loginWord(role),
  }));
  return (
    <Field label={COMMON.owner} hint={OWNER.hint} error={error}>
      <Select
        options={options}
        value={value ?? null}
        onChange={onChange}
        placeholder={roles.isPending ? OWNER.loading : OWNER.choose}
      />
    </Field>
  );
}

/** The roles that can own a database. */
function owners(roles: readonly RoleView[] | undefined): RoleView[] {
  const able = (roles ?? []).filter(({ isProtected }) => !isProtected);
  return able.sort((one, other) => one.name.localeCompare(other.name));
}

/** Who owns most of what is there already. */
export function usualOwner(
  roles: readonly RoleView[] | undefined,
  databases: readonly DatabaseView[] | undefined,
): string | undefined {
  const able = owners(roles).map(({ name }) => name);
  const count = (name: string) => databases?.filter(({ owner }) => owner === name).length ?? 0;
  return able.toSorted((one, other) => count(other) - count(one))[0];
}
