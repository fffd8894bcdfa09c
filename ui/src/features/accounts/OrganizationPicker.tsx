import { viewOf } from "@/data/errors";
import { useMutationSpec } from "@/data/mutation";
import type { AccountView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import type { Option } from "@/kit/control/Select";
import { deferred } from "@/kit/deferred";
import { Tooltip } from "@/kit/overlay/Tooltip";
import { rememberingOf } from "./mutations";
import styles from "./OrganizationPicker.module.css";
import { EVERY, useOrganization } from "./organization";
import { ORGANIZATION } from "./words";

const OrganizationSelect = deferred(async () => (await import("@/kit/control/Select")).Select<string>);

/** The choice of them all: no id of an organization is a star. */
const ALL = "*";

/**
 * Which organization's projects are shown, for the header of their list; absent where there is none to choose. The choice
 * is remembered with the account; `useOrganization` of `organization.ts` says which one counts.
 */
export function OrganizationPicker({ account }: { account: AccountView }) {
  const { organizations, organizationId, missing, error, retry } = useOrganization(account);
  const remember = useMutationSpec(rememberingOf(account.id));
  if (error) {
    return (
      <Tooltip text={viewOf(error).message}>
        <Button size="small" icon="refresh" onClick={retry}>
          {ORGANIZATION.refresh}
        </Button>
      </Tooltip>
    );
  }
  if (organizations.length === 0) return null;
  const needed = account.profile.needsOrganization;
  const options: Array<Option<string>> = [
    ...(needed ? [] : [{ value: ALL, label: ORGANIZATION.all }]),
    ...organizations.map(({ id, name }) => ({ value: id, label: name, detail: id })),
  ];
  return (
    <div className={styles.picker} data-live>
      <OrganizationSelect
        label={ORGANIZATION.label}
        options={options}
        value={missing ? null : (organizationId ?? ALL)}
        placeholder={ORGANIZATION.choose}
        onChange={(chosen) => void remember.start({ organizationId: chosen === ALL ? EVERY : chosen })}
      />
    </div>
  );
}
