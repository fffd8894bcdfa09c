import { useQuery } from "@tanstack/react-query";
import { appInfoQuery, sandboxQuery } from "@/data/queries";
import { AccountBanner } from "@/features/accounts/AccountBanner";
import { BudgetMeter } from "@/features/accounts/BudgetMeter";
import { useCurrentAccount } from "@/features/accounts/current";
import { useAccountSwitches } from "@/features/accounts/useAccountSwitches";
import { HeldDialog } from "@/features/connect/HeldDialog";
import { KeychainBanner } from "@/features/keychain/KeychainBanner";
import { useShelfSearch } from "@/features/temporary/useShelfSearch";
import { WelcomeScreen } from "@/features/welcome/WelcomeScreen";
import { usePublish } from "@/kit/action/useActions";
import { AskedDialog } from "@/kit/overlay/AskedDialog";
import { usePlace } from "@/kit/route/useRouter";
import { showDialog, showPlace } from "@/routes";
import { AccountSwitcher } from "@/shell/AccountSwitcher";
import { Painted } from "@/shell/Painted";
import { Shell } from "@/shell/Shell";
import { Sidebar } from "@/shell/Sidebar";
import { useNavItems } from "@/shell/useNavItems";
import { useSingleKeys } from "@/shell/useSingleKeys";
import { useTheme } from "@/shell/useTheme";
import { Works } from "@/shell/Works";

/** The window's content: frame, navigation, the screen of the current place, the dialog over it. */
export function App() {
  const place = usePlace();
  const info = useQuery(appInfoQuery);
  const sandbox = useQuery(sandboxQuery);
  const account = useCurrentAccount();
  const { items, bottom } = useNavItems();
  useTheme();
  useSingleKeys();
  useShelfSearch();
  useAccountSwitches();
  usePublish("sandbox", sandbox.data);
  usePublish("account", account);

  if (info.isPending) return null;
  return (
    <>
      <Shell
        screen={place.screen}
        bare={info.data?.firstRun === true}
        edge={account?.isProduction ? "danger" : undefined}
        sidebar={
          <Sidebar
            switcher={<AccountSwitcher />}
            items={items}
            meter={account && <BudgetMeter account={account} />}
            bottom={bottom}
            current={place.screen === "project" ? "projects" : place.screen}
          />
        }
        strip={<Works />}
      >
        <KeychainBanner />
        {info.data?.firstRun !== true && <AccountBanner />}
        {info.data?.firstRun ? <WelcomeScreen /> : showPlace(place)}
      </Shell>
      <AskedDialog show={showDialog} />
      <HeldDialog />
      <Painted />
    </>
  );
}
