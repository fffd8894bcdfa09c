import { Fragment, use } from "react";
import { MenuItem, MenuSeparator } from "@/kit/overlay/MenuItem";
import { RowGone } from "@/kit/table/rowGone";
import { LIST } from "@/kit/words";
import type { Action, Subjects } from "./action";
import { useActionsAbout, usePerform } from "./useActions";

interface ActionMenuItemsProps<Kind extends keyof Subjects> {
  about: Kind;
  subject: Subjects[Kind];
  /** The ids of actions that it holds besides those about its subject. */
  also?: readonly string[] | undefined;
}

/** The items of a `…` or right-click menu: every action offered for this subject, a line between groups and before what is dangerous. */
export function ActionMenuItems<Kind extends keyof Subjects>(props: ActionMenuItemsProps<Kind>) {
  const { actions, context } = useActionsAbout(props.about, props.subject, props.also);
  const perform = usePerform();
  const isGone = use(RowGone);
  const begins = (action: Action, before: Action | undefined) =>
    before !== undefined && !before.danger && (action.danger || before.group !== action.group);
  return actions.map((action, index) => (
    <Fragment key={action.id}>
      {begins(action, actions[index - 1]) && <MenuSeparator />}
      <MenuItem
        icon={action.icon}
        shortcut={action.shortcut}
        danger={action.danger}
        blocked={isGone ? LIST.blockedAsGone : action.blocked(context)}
        onSelect={() => perform(action, context)}
      >
        {action.shortTitle}
      </MenuItem>
    </Fragment>
  ));
}
