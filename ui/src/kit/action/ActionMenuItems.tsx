import { Fragment, use } from "react";
import { MenuGroup, MenuItem, MenuSeparator } from "@/kit/overlay/MenuItem";
import { Submenu } from "@/kit/overlay/Submenu";
import { RowGone } from "@/kit/table/rowGone";
import { LIST } from "@/kit/words";
import type { Action, Subjects } from "./action";
import { useActionsAbout, usePerform } from "./useActions";

interface ActionMenuItemsProps<Kind extends keyof Subjects> {
  about: Kind;
  subject: Subjects[Kind];
  /** The ids of actions that it holds besides those about its subject. */
  also?: readonly string[] | undefined;
  /** The labels of groups of actions that have one, by the group's name. */
  labels?: Readonly<Record<string, string>>;
}

/** The items of a `…` or right-click menu: every action offered for this subject, a line between groups and before what is dangerous. */
export function ActionMenuItems<Kind extends keyof Subjects>(props: ActionMenuItemsProps<Kind>) {
  const { actions, context } = useActionsAbout(props.about, props.subject, props.also);
  const perform = usePerform();
  const isGone = use(RowGone);
  return sectionsOf(actions).map((section, index) => {
    const [first] = section;
    const label = props.labels?.[first.group];
    const itemOf = (action: Action) => (
      <MenuItem
        key={action.id}
        icon={action.icon}
        shortcut={action.shortcut}
        danger={action.danger}
        blocked={isGone ? LIST.blockedAsGone : action.blocked(context)}
        onSelect={() => perform(action, context)}
      >
        {action.within?.title ?? action.shortTitle}
      </MenuItem>
    );
    const items = menusOf(section).map(({ menu, actions: held }) =>
      menu === undefined ? (
        held.map(itemOf)
      ) : (
        <Submenu key={menu} label={menu} icon={held[0]?.icon}>
          {held.map(itemOf)}
        </Submenu>
      ),
    );
    return (
      <Fragment key={first.id}>
        {index > 0 && <MenuSeparator />}
        {label === undefined ? items : <MenuGroup label={label}>{items}</MenuGroup>}
      </Fragment>
    );
  });
}

/** The actions of a section, those of one inner menu together. */
function menusOf(section: Section) {
  const menus: Array<{ menu: string | undefined; actions: Action[] }> = [];
  for (const action of section) {
    const menu = action.within?.menu;
    const last = menus.at(-1);
    if (last && last.menu === menu) last.actions.push(action);
    else menus.push({ menu, actions: [action] });
  }
  return menus;
}

type Section = [Action, ...Action[]];

/** The actions between two lines of a menu. */
function sectionsOf(actions: readonly Action[]): Section[] {
  const sections: Section[] = [];
  let section: Section | undefined;
  for (const action of actions) {
    const before = section?.at(-1);
    if (section && before && (before.danger || (!action.danger && action.group === before.group))) {
      section.push(action);
    } else {
      section = [action];
      sections.push(section);
    }
  }
  return sections;
}
