import { useMemo, useState } from "react";
import { createRegistry } from "@/kit/action/registry";
import { Button } from "@/kit/control/Button";
import { SearchInput } from "@/kit/control/SearchInput";
import { Meter } from "@/kit/data/Meter";
import { Screen } from "@/kit/layout/Screen";
import { SplitView } from "@/kit/layout/SplitView";
import { MenuItem } from "@/kit/overlay/MenuItem";
import type { Place } from "@/kit/route/place";
import { createRouter } from "@/kit/route/router";
import { SECOND } from "@/kit/time/useNow";
import { ActivityStrip } from "@/shell/ActivityStrip";
import { Shell } from "@/shell/Shell";
import { type NavItem, Sidebar } from "@/shell/Sidebar";
import { Surroundings } from "@/shell/Surroundings";
import { Switcher } from "@/shell/Switcher";
import { SampleDetail } from "./SampleDetail";
import { SampleList } from "./SampleList";

const HOME: Place = { screen: "temporary" };
const STARTED = Date.now() - 3 * SECOND;
const NAV: readonly NavItem[] = [
  { to: HOME, label: "Temporary", icon: "timer", count: "4", countLabel: "4 databases" },
  { to: { screen: "activity" }, label: "Activity", icon: "pulse", count: "2 running" },
];
const BOTTOM: readonly NavItem[] = [
  { to: { screen: "sandbox" }, label: "Sandbox", icon: "terminal" },
  { to: { screen: "settings" }, label: "Settings", icon: "gear" },
];
const WORKS = [
  { id: "1", verb: "start_compute", subject: "shop-prod / main", startedAt: STARTED },
  {
    id: "2",
    verb: "create_branch",
    subject: "shop-prod / import",
    startedAt: STARTED + 2 * SECOND,
    progress: 0.4,
  },
];

/** The whole window with made-up content, to hold against the drawing of the target. `#Window` in the address. */
export function Window() {
  const router = useMemo(() => createRouter<Place>({ home: HOME, accept: () => undefined }), []);
  const actions = useMemo(
    () => ({ registry: createRegistry(), tools: Object.create(null), onFailure() {} }),
    [],
  );
  const [selected, setSelected] = useState<string | undefined>("checkout-spike");
  return (
    <Surroundings router={router} actions={actions}>
      <Shell
        screen="temporary"
        sidebar={<SampleSidebar />}
        strip={<ActivityStrip works={WORKS} scope="all accounts" />}
      >
        <Screen
          title="Temporary databases"
          tools={
            <>
              <SearchInput label="Filter databases" value="" onChange={() => {}} shortcut="/" />
              <Button>Options</Button>
              <Button tone="primary">New temporary database</Button>
            </>
          }
        >
          <SplitView
            list={<SampleList selected={selected} onSelect={setSelected} />}
            detail={selected && <SampleDetail name={selected} />}
            detailLabel={selected}
            onCloseDetail={() => setSelected(undefined)}
          />
        </Screen>
      </Shell>
    </Surroundings>
  );
}

function SampleSidebar() {
  return (
    <Sidebar
      current="temporary"
      items={NAV}
      bottom={BOTTOM}
      switcher={
        <Switcher name="Sandbox" detail="this machine · PG 17.10">
          <MenuItem checked onSelect={() => {}}>
            Sandbox
          </MenuItem>
        </Switcher>
      }
      meter={
        <>
          Requests 84 of 700 a minute
          <Meter label="Requests" tone="neutral" value={84} max={700} text="84 of 700 a minute" />
        </>
      }
    />
  );
}
