import { Fragment } from "react";
import { MenuItem, MenuSeparator } from "@/kit/overlay/MenuItem";
import type { Action, Subjects } from "./action";
import { useActionsAbout, usePerform } from "./useActions";

interface ActionMenuItemsProps<Kind extends keyof Subjects> {
  about: Kind;
  subject: Subjects[Kind];
}

/** The items of a `…` or right-click menu: every action offered for this subject, a line between groups and before what is dangerous. */
export function ActionMenuItems<Kind extends keyof Subjects>({ about, subject }: ActionMenuItemsProps<Kind>) {
  const { actions, context } = useActionsAbout(about, subject);
  const perform = usePerform();
  const begins = (action: Action, before: Action | undefined) =>
    before !== undefined && !before.danger && (action.danger || before.group !== action.group);
  return actions.map((action, index) => (
    <Fragment key={action.id}>
      {begins(action, actions[index - 1]) && <MenuSeparator />}
      <MenuItem
        icon={action.icon}
        shortcut={action.shortcut}
        danger={action.danger}
        blocked={action.blocked(context)}
        onSelect={() => perform(action, context)}
      >
        {action.shortTitle}
      </MenuItem>
    </Fragment>
  ));
}
