import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { useCurrentAccount } from "@/data/account";
import { appInfoQuery, sandboxQuery } from "@/data/queries";
import { AccountBanner } from "@/features/accounts/AccountBanner";
import { BudgetMeter } from "@/features/accounts/BudgetMeter";
import { useAccountSwitches } from "@/features/accounts/useAccountSwitches";
import { OneTimeSecretDialog } from "@/features/connect/OneTimeSecretDialog";
import { DropTarget } from "@/features/drop/DropTarget";
import { useFolderSearch } from "@/features/folders/useFolderSearch";
import { KeychainBanner } from "@/features/keychain/KeychainBanner";
import { LinkBanner } from "@/features/links/LinkBanner";
import { SandboxBanner } from "@/features/sandbox/SandboxBanner";
import { useTemporarySearch } from "@/features/temporary/useTemporarySearch";
import { WelcomeScreen } from "@/features/welcome/WelcomeScreen";
import { usePublish } from "@/kit/action/useActions";
import { OpenDialogs } from "@/kit/overlay/OpenDialogs";
import { formatRoute } from "@/kit/route/route";
import { useRoute } from "@/kit/route/useRouter";
import { Boundary } from "@/kit/state/Boundary";
import { AccountSwitcher } from "@/shell/AccountSwitcher";
import { Painted } from "@/shell/Painted";
import { RunningJobs } from "@/shell/RunningJobs";
import { Shell } from "@/shell/Shell";
import { Sidebar } from "@/shell/Sidebar";
import { useDensity } from "@/shell/useDensity";
import { useNavItems } from "@/shell/useNavItems";
import { useSingleKeys } from "@/shell/useSingleKeys";
import { useTheme } from "@/shell/useTheme";
import { PARTS } from "@/shell/words";
import { showDialog, showRoute } from "./routes";

/** The window's content: frame, navigation, the screen of the current route, the dialog over it. */
export function App() {
  const route = useRoute();
  const info = useQuery(appInfoQuery);
  const sandbox = useQuery(sandboxQuery);
  const account = useCurrentAccount();
  const { items, bottom } = useNavItems();
  useTheme();
  useDensity();
  useSingleKeys();
  useTemporarySearch();
  useFolderSearch();
  useAccountSwitches();
  usePublish("sandbox", sandbox.data);
  usePublish("account", account);

  if (info.isPending) return null;
  return (
    <>
      <Shell
        screen={route.screen}
        bare={info.data?.firstRun === true}
        edge={account?.isProduction ? "danger" : undefined}
        sidebar={
          <Sidebar
            switcher={<AccountSwitcher />}
            items={items}
            meter={account && <BudgetMeter account={account} />}
            bottom={bottom}
            current={route.screen === "project" ? "projects" : route.screen}
          />
        }
        strip={
          <Boundary name={PARTS.strip}>
            <RunningJobs />
          </Boundary>
        }
      >
        <KeychainBanner />
        <LinkBanner />
        {info.data?.firstRun !== true && (
          <>
            <SandboxBanner />
            <AccountBanner />
          </>
        )}
        <CurrentScreen firstRun={info.data?.firstRun === true} />
      </Shell>
      <OpenDialogs
        show={(dialog, close) => (
          <Boundary name={PARTS.dialog} onClose={close}>
            {showDialog(dialog)}
          </Boundary>
        )}
      />
      <Boundary name={PARTS.dialog}>
        <OneTimeSecretDialog />
      </Boundary>
      {info.data?.firstRun !== true && <DropTarget />}
      <Painted />
    </>
  );
}

/**
 * The screen of the current route. Another screen is drawn in steps, after the frame says where the window is: in one go
 * it holds the window up. Within a screen nothing is late.
 */
function CurrentScreen({ firstRun }: { firstRun: boolean }) {
  const route = useRoute();
  const before = useDeferredValue(route);
  const shown = route.screen === before.screen ? route : before;
  // The same when the former route has followed, so that it is not drawn again.
  const content = useMemo(() => (firstRun ? <WelcomeScreen /> : showRoute(shown)), [firstRun, shown]);
  return (
    <Boundary key={shown.screen} at={formatRoute(shown)} name={PARTS.screen}>
      {content}
    </Boundary>
  );
}
