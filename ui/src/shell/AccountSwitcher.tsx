import { useQuery } from "@tanstack/react-query";
import { accountsQuery, sandboxQuery } from "@/data/queries";
import { sandboxLook } from "@/data/words";
import type { SandboxView } from "@/ipc/generated";
import { ActionMenuItems } from "@/kit/action/ActionMenuItems";
import { MenuItem, MenuSeparator } from "@/kit/overlay/MenuItem";
import { useRouter } from "@/kit/route/useRouter";
import { Switcher } from "./Switcher";

const COLOURS = {
  stopped: "off",
  starting: "progress",
  running: "accent",
  stopping: "progress",
  failed: "danger",
} as const;

/** The account that is open, how it stands, and what can be done about it. */
export function AccountSwitcher() {
  const sandbox = useQuery(sandboxQuery);
  const accounts = useQuery(accountsQuery);
  const router = useRouter();
  const view = sandbox.data;
  const name = accounts.data?.find((account) => account.platform === "sandbox")?.name ?? "Sandbox";
  return (
    <Switcher name={name} detail={detailOf(view)} colour={view ? COLOURS[view.status] : "progress"}>
      <MenuItem icon="terminal" onSelect={() => router.go({ screen: "sandbox" })}>
        Open the sandbox panel
      </MenuItem>
      {view && (
        <>
          <MenuSeparator />
          <ActionMenuItems about="sandbox" subject={view} />
        </>
      )}
      <MenuSeparator />
      <MenuItem icon="key" blocked="Comes in a later version" onSelect={() => {}}>
        Connect an account
      </MenuItem>
    </Switcher>
  );
}

function detailOf(view: SandboxView | undefined): string {
  if (!view) return "this machine";
  if (view.running) return `this machine · PG ${view.running.postgresVersion}`;
  return `this machine · ${sandboxLook(view.status).word.toLowerCase()}`;
}
