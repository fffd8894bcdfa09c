import { Fragment } from "react";
import { MenuItem, MenuSeparator } from "@/kit/overlay/MenuItem";
import type { Subjects } from "./action";
import { useActionsAbout, usePerform } from "./useActions";

interface ActionMenuItemsProps<Kind extends keyof Subjects> {
  about: Kind;
  subject: Subjects[Kind];
}

/** The items of a `…` or right-click menu: every action offered for this subject, a line between groups. */
export function ActionMenuItems<Kind extends keyof Subjects>({ about, subject }: ActionMenuItemsProps<Kind>) {
  const { actions, context } = useActionsAbout(about, subject);
  const perform = usePerform();
  return actions.map((action, index) => (
    <Fragment key={action.id}>
      {index > 0 && actions[index - 1]?.group !== action.group && <MenuSeparator />}
      <MenuItem
        icon={action.icon}
        shortcut={action.shortcut}
        danger={action.danger}
        blocked={action.blocked(context)}
        onSelect={() => perform(action, context)}
      >
        {action.title(context)}
      </MenuItem>
    </Fragment>
  ));
}
