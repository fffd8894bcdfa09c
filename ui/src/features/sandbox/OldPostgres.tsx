import { useQuery } from "@tanstack/react-query";
import { settingsQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { WorkRefusal } from "@/features/accounts/Failure";
import { saving } from "@/features/settings/mutations";
import { Switch } from "@/kit/control/Switch";

/** Whether the sandbox may run a PostgreSQL whose holes are known. Shown where it matters, and wherever it is on. */
export function OldPostgres({ offered }: { offered: boolean }) {
  const settings = useQuery(settingsQuery);
  const save = useWork(saving);
  if (!settings.data || !(offered || settings.data.sandboxOldPostgres)) return null;
  return (
    <>
      <WorkRefusal failure={save.failure} title="The setting was not kept" dismissible />
      <Switch
        checked={settings.data.sandboxOldPostgres}
        onChange={(sandboxOldPostgres) => void save.start(() => ({ sandboxOldPostgres }))}
        hint="Before 17.11, somebody who may replicate a database runs programs as you. Counts from the next start."
      >
        Allow a PostgreSQL 17 with known security holes
      </Switch>
    </>
  );
}
