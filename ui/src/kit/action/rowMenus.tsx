import { MENU } from "@/kit/words";
import { ActionMenu } from "./ActionMenu";
import { ActionMenuItems } from "./ActionMenuItems";
import type { Subjects } from "./action";

/**
 * The menu of each row, on its button and under the right mouse button:
 * `<Table {...rowMenus("role", ({ role }) => role.name)} … />`.
 */
export function rowMenus<Kind extends keyof Subjects, Row extends Subjects[Kind]>(
  about: Kind,
  nameOf: (row: Row) => string,
) {
  return rowMenusOf(about, nameOf, (row: Row) => row);
}

/** The same for rows that are not what their actions are about. */
export function rowMenusOf<Kind extends keyof Subjects, Row>(
  about: Kind,
  nameOf: (row: Row) => string,
  subjectOf: (row: Row) => Subjects[Kind],
) {
  return {
    rowMenu: (row: Row) => (
      <ActionMenu about={about} subject={subjectOf(row)} label={MENU.actions(nameOf(row))} />
    ),
    contextMenu: (row: Row) => <ActionMenuItems about={about} subject={subjectOf(row)} />,
  };
}
