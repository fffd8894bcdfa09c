import { MenuItem } from "@/kit/overlay/MenuItem";
import { usePlace } from "@/kit/route/useRouter";
import { bottomItems, showPlace, topItems } from "@/routes";
import { ActivityStrip } from "@/shell/ActivityStrip";
import { Shell } from "@/shell/Shell";
import { Sidebar } from "@/shell/Sidebar";
import { Switcher } from "@/shell/Switcher";

/** The window's content: frame, navigation, the screen of the current place. */
export function App() {
  const place = usePlace();
  return (
    <Shell
      screen={place.screen}
      sidebar={
        <Sidebar
          switcher={
            <Switcher name="Sandbox" detail="this machine">
              <MenuItem checked onSelect={() => {}}>
                Sandbox
              </MenuItem>
            </Switcher>
          }
          items={topItems}
          bottom={bottomItems}
          current={place.screen}
        />
      }
      strip={<ActivityStrip works={[]} />}
    >
      {showPlace(place)}
    </Shell>
  );
}
