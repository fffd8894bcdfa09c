import { useQuery, useQueryClient } from "@tanstack/react-query";
import { perform, useFailure } from "@/data/mutation";
import { MutationRefusal } from "@/features/base/Failure";
import type { ConnectSource, DatabaseApp } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Menu } from "@/kit/overlay/Menu";
import { MenuItem } from "@/kit/overlay/MenuItem";
import { toast } from "@/kit/overlay/toasts";
import { openingKey, openingOf } from "./mutations";
import { databaseAppsQuery } from "./queries";
import { appName, OPEN_IN } from "./words";

interface OpenInProps {
  source: ConnectSource;
  /** Why no session may be opened; it may when absent. */
  locked: string | undefined;
}

/** Opens the connection in another program of this machine; nothing where none is installed. */
export function OpenIn({ source, locked }: OpenInProps) {
  const client = useQueryClient();
  const apps = useQuery(databaseAppsQuery).data ?? [];
  const failure = useFailure(openingKey(source));
  const open = async (app: DatabaseApp) => {
    const seconds = await perform(client, openingOf(source), app).catch(() => undefined);
    if (seconds === undefined) return;
    const name = appName(app);
    const detail = seconds === null ? OPEN_IN.noPassword : OPEN_IN.paste(seconds);
    toast({ title: OPEN_IN.opened(name), detail, stay: 12_000 });
  };
  if (apps.length === 0) return null;
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button size="small" icon="external">
            {OPEN_IN.button}
          </Button>
        }
      >
        {apps.map((app) => (
          <MenuItem key={app} icon="database" blocked={locked} onSelect={() => void open(app)}>
            {appName(app)}
          </MenuItem>
        ))}
      </Menu>
      <MutationRefusal failure={failure} title={OPEN_IN.failed} dismissible />
    </>
  );
}
