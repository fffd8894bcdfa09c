import { useQuery } from "@tanstack/react-query";
import { appInfoQuery, sandboxQuery } from "@/data/queries";
import { KeychainBanner } from "@/features/keychain/KeychainBanner";
import { useShelfSearch } from "@/features/temporary/useShelfSearch";
import { WelcomeScreen } from "@/features/welcome/WelcomeScreen";
import { usePublish } from "@/kit/action/useActions";
import { useAsked } from "@/kit/overlay/asked";
import { usePlace } from "@/kit/route/useRouter";
import { showDialog, showPlace } from "@/routes";
import { AccountSwitcher } from "@/shell/AccountSwitcher";
import { Painted } from "@/shell/Painted";
import { Shell } from "@/shell/Shell";
import { Sidebar } from "@/shell/Sidebar";
import { useNavItems } from "@/shell/useNavItems";
import { useTheme } from "@/shell/useTheme";
import { Works } from "@/shell/Works";

/** The window's content: frame, navigation, the screen of the current place, the dialog over it. */
export function App() {
  const place = usePlace();
  const asked = useAsked();
  const info = useQuery(appInfoQuery);
  const sandbox = useQuery(sandboxQuery);
  const { items, bottom } = useNavItems();
  useTheme();
  useShelfSearch();
  usePublish("sandbox", sandbox.data);

  if (info.isPending) return null;
  return (
    <>
      <Shell
        screen={place.screen}
        bare={info.data?.firstRun === true}
        sidebar={
          <Sidebar switcher={<AccountSwitcher />} items={items} bottom={bottom} current={place.screen} />
        }
        strip={<Works />}
      >
        <KeychainBanner />
        {info.data?.firstRun ? <WelcomeScreen /> : showPlace(place)}
      </Shell>
      {asked && showDialog(asked)}
      <Painted />
    </>
  );
}
