import { IconButton } from "@/kit/control/IconButton";
import { Menu } from "@/kit/overlay/Menu";
import { RowMenu } from "@/kit/overlay/RowMenu";
import { ActionMenuItems } from "./ActionMenuItems";
import type { Subjects } from "./action";

interface ActionMenuProps<Kind extends keyof Subjects> {
  about: Kind;
  subject: Subjects[Kind];
  /** Names what the menu is for: "Actions for checkout-spike". */
  label: string;
  /** A button that stands by itself, in place of one in a row. */
  outlined?: boolean;
  /** The ids of actions that it holds besides those about its subject. */
  also?: readonly string[];
}

/** The `…` button of a row or a detail. */
export function ActionMenu<Kind extends keyof Subjects>(props: ActionMenuProps<Kind>) {
  const { about, subject, label, outlined = false, also } = props;
  const items = <ActionMenuItems about={about} subject={subject} also={also} />;
  if (!outlined) return <RowMenu label={label}>{items}</RowMenu>;
  return <Menu trigger={<IconButton icon="ellipsis" label={label} size="small" outlined />}>{items}</Menu>;
}
