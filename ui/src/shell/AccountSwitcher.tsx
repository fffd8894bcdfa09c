import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useClockOffset } from "@/data/clockOffset";
import { capital } from "@/data/format";
import { accountsQuery, organizationsQuery, sandboxQuery } from "@/data/queries";
import { sandboxLook } from "@/data/words";
import { AccountMenuItem } from "@/features/accounts/AccountMenuItem";
import { switchTo } from "@/features/accounts/actions";
import { organizationOf, readsOrganizations } from "@/features/accounts/organization";
import { switchKeys } from "@/features/accounts/useAccountSwitches";
import { accountLine } from "@/features/accounts/words";
import { GROUPS as ORGANIZATION_GROUPS } from "@/features/organization/words";
import type { AccountView, OrganizationView, SandboxView } from "@/ipc/generated";
import { ActionMenuItems } from "@/kit/action/ActionMenuItems";
import { useActionSurroundings } from "@/kit/action/useActions";
import { openDialog } from "@/kit/overlay/dialogs";
import { Menu } from "@/kit/overlay/Menu";
import { MenuGroup, MenuItem, MenuSeparator } from "@/kit/overlay/MenuItem";
import { useRouter } from "@/kit/route/useRouter";
import { clockWords } from "@/kit/time/formatDate";
import { SwitcherButton } from "./SwitcherButton";
import { SWITCHER } from "./words";

/** The account that is open, every other one a click away, and what can be done about it. */
export function AccountSwitcher() {
  const accounts = useQuery(accountsQuery);
  const sandbox = useQuery(sandboxQuery);
  const { tools, onFailure, registry } = useActionSurroundings();
  const all = accounts.data ?? [];
  const current = all.find(({ isCurrent }) => isCurrent);
  const clock = clockWords(useClockOffset(current?.id));
  const choose = (account: AccountView) => {
    const action = registry.find("account.choose");
    switchTo(account.id, tools).catch((error: unknown) => action && onFailure(action, error));
  };
  return (
    <Menu
      align="start"
      trigger={<SwitcherButton {...words(current, accounts.isError, clock)} paused={all.some(isPaused)} />}
    >
      {all.length > 0 && (
        <MenuGroup label={SWITCHER.accounts}>
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
      <MenuItem icon="plus" onSelect={() => openDialog({ dialog: "connectAccount" })}>
        {SWITCHER.connect}
      </MenuItem>
      {current && (
        <>
          <MenuSeparator />
          <AccountItems account={current} />
        </>
      )}
      <SandboxItem view={sandbox.data} />
    </Menu>
  );
}

function words(current: AccountView | undefined, unread: boolean, clock: string | undefined) {
  if (current) {
    const { name, colour, isReadOnly, isProduction } = current;
    const line = accountLine(current);
    const detail = clock ? `${capital(clock)} · ${line}` : line;
    return { name, colour, isProduction, readOnly: isReadOnly, detail };
  }
  const detail = unread ? SWITCHER.unread : SWITCHER.connectOne;
  return {
    name: unread ? SWITCHER.accounts : SWITCHER.none,
    colour: "grey" as const,
    isProduction: false,
    readOnly: false,
    detail,
  };
}

const isPaused = ({ state }: AccountView) => state === "unauthorized" || state === "keyMissing";

/** The places of the account's organization, and all actions on the account. A menu that is closed reads no organizations. */
function AccountItems({ account }: { account: AccountView }) {
  const organizations = useQuery({ ...organizationsQuery(account.id), enabled: readsOrganizations(account) });
  const labels = { [ORGANIZATION_GROUPS.ofAccount]: organizationLabel(account, organizations) };
  return <ActionMenuItems about="account" subject={account} labels={labels} />;
}

/** Names the organization that the items below open. */
function organizationLabel(account: AccountView, { data, isLoading, isError }: Organizations): string {
  const shown = organizationOf(account, data);
  if (shown) return SWITCHER.organization(shown.name || shown.id, (data?.length ?? 1) - 1);
  if (isLoading) return SWITCHER.organizationState(SWITCHER.loading);
  if (isError) return SWITCHER.organizationState(SWITCHER.unread);
  return data ? SWITCHER.organizationState(SWITCHER.noOrganization) : ORGANIZATION_GROUPS.ofAccount;
}

type Organizations = Pick<UseQueryResult<OrganizationView[]>, "data" | "isLoading" | "isError">;

/** The sandbox can be opened from every account. Its own screen starts, stops and resets it. */
function SandboxItem({ view }: { view: SandboxView | undefined }) {
  const router = useRouter();
  if (!view) return null;
  return (
    <>
      <MenuSeparator />
      <MenuGroup label={SWITCHER.sandbox(sandboxLook(view.status).word.toLowerCase())}>
        <MenuItem icon="terminal" shortcut="G B" onSelect={() => router.go({ screen: "sandbox" })}>
          {SWITCHER.openSandbox}
        </MenuItem>
      </MenuGroup>
    </>
  );
}
