import type { ReactNode } from "react";
import { Screen } from "@/kit/layout/Screen";
import type { Place, Places, PlaceText } from "@/kit/route/place";
import { EmptyState } from "@/kit/state/EmptyState";
import type { NavItem } from "@/shell/Sidebar";

declare module "@/kit/route/place" {
  interface Places {
    temporary: { id?: string };
    sandbox: { part?: string };
    settings: { part?: string };
  }
}

/** Every screen of the window. A place without a screen does not compile. */
const screens: { [Name in keyof Places]: (place: Places[Name]) => ReactNode } = {
  temporary: () => (
    <Screen title="Temporary databases">
      <EmptyState icon="timer" title="No temporary database yet">
        A real PostgreSQL database in seconds, gone after 72 hours unless you claim it.
      </EmptyState>
    </Screen>
  ),
  sandbox: () => <Screen title="Sandbox">{null}</Screen>,
  settings: () => <Screen title="Settings">{null}</Screen>,
};

export const home: Place = { screen: "temporary" };

/** Which of the places that an address can name exist. */
export function acceptPlace(text: PlaceText): Place | undefined {
  switch (text.screen) {
    case "temporary":
      return { ...text, screen: text.screen };
    case "sandbox":
    case "settings":
      return { ...text, screen: text.screen };
    default:
      return undefined;
  }
}

/** Draws the screen of a place. */
export function showPlace(place: Place): ReactNode {
  switch (place.screen) {
    case "temporary":
      return screens.temporary(place);
    case "sandbox":
      return screens.sandbox(place);
    case "settings":
      return screens.settings(place);
  }
}

export const topItems: readonly NavItem[] = [
  { to: { screen: "temporary" }, label: "Temporary", icon: "timer" },
];

export const bottomItems: readonly NavItem[] = [
  { to: { screen: "sandbox" }, label: "Sandbox", icon: "terminal" },
  { to: { screen: "settings" }, label: "Settings", icon: "gear" },
];
