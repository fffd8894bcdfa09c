import { useQuery } from "@tanstack/react-query";
import { accountsQuery, sandboxQuery } from "@/data/queries";
import { sandboxLook } from "@/data/words";
import { AccountMenuItem } from "@/features/accounts/AccountMenuItem";
import { switchTo } from "@/features/accounts/actions";
import { switchKeys } from "@/features/accounts/useAccountSwitches";
import { accountLine } from "@/features/accounts/words";
import type { AccountView, SandboxView } from "@/ipc/generated";
import { ActionMenuItems } from "@/kit/action/ActionMenuItems";
import { useActionSurroundings } from "@/kit/action/useActions";
import { ask } from "@/kit/overlay/asked";
import { MenuGroup, MenuItem, MenuSeparator } from "@/kit/overlay/MenuItem";
import { useRouter } from "@/kit/route/useRouter";
import { Switcher } from "./Switcher";

/** The account that is open, every other one a click away, and what can be done about it. */
export function AccountSwitcher() {
  const accounts = useQuery(accountsQuery);
  const sandbox = useQuery(sandboxQuery);
  const { tools, onFailure, registry } = useActionSurroundings();
  const all = accounts.data ?? [];
  const current = all.find(({ isCurrent }) => isCurrent);
  const choose = (account: AccountView) => {
    const action = registry.find("account.choose");
    switchTo(account.id, tools).catch((error: unknown) => action && onFailure(action, error));
  };
  return (
    <Switcher {...words(current, accounts.isError)} paused={all.some(isPaused)}>
      {all.length > 0 && (
        <MenuGroup label="Accounts">
          {all.map((account, index) => (
            <AccountMenuItem
              key={account.id}
              account={account}
              shortcut={switchKeys(index)}
              onSelect={() => choose(account)}
            />
          ))}
        </MenuGroup>
      )}
      <MenuItem icon="plus" onSelect={() => ask({ dialog: "connectAccount" })}>
        Connect an account…
      </MenuItem>
      {current && (
        <>
          <MenuSeparator />
          <ActionMenuItems about="account" subject={current} />
        </>
      )}
      <SandboxItems view={sandbox.data} />
    </Switcher>
  );
}

function words(current: AccountView | undefined, unread: boolean) {
  if (current) {
    const { name, colour, isReadOnly } = current;
    return { name, colour, readOnly: isReadOnly, detail: accountLine(current) };
  }
  const detail = unread ? "could not be read" : "connect one";
  return { name: unread ? "Accounts" : "No account", colour: "grey" as const, readOnly: false, detail };
}

const isPaused = ({ state }: AccountView) => state === "unauthorized" || state === "keyMissing";

/** The sandbox is at hand whichever account is open. */
function SandboxItems({ view }: { view: SandboxView | undefined }) {
  const router = useRouter();
  if (!view) return null;
  return (
    <>
      <MenuSeparator />
      <MenuGroup label={`Sandbox · ${sandboxLook(view.status).word.toLowerCase()}`}>
        <MenuItem icon="terminal" onSelect={() => router.go({ screen: "sandbox" })}>
          Open the sandbox panel
        </MenuItem>
        <ActionMenuItems about="sandbox" subject={view} />
      </MenuGroup>
    </>
  );
}
