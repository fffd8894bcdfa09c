import { actions } from "@/ipc/words";
/** The menus, the palette and what is said after a copy. */
export const ACTIONS = {
  grant: {
    title: `${actions.shareProject.order}…`,
    titleFor: ({ projectName }: { projectName: string }): string => `Share ${projectName}…`,
  },
  copyEmail: { title: "Copy email address", copied: "Email address copied" },
  listCall: (project: string): string => `List people ${project} is shared with`,
  revoke: {
    title: "Stop sharing…",
    titleFor: ({ permission }: { permission: { email: string } }): string =>
      `Stop sharing with ${permission.email}…`,
  },
};

/** The parts of a menu. */
export const GROUPS = {
  project: "This project",
  person: "This person",
  stop: "Stop sharing",
};

/** Who a project is shared with. */
export const LIST = {
  person: "Person",
  since: "Since",
  title: "Sharing",
  about: "People who can use this project from their own accounts.",
  loading: "people",
  failed: "Couldn’t load the people",
  none: "Not shared with anyone",
  table: "People this project is shared with",
  call: "List people",
};

/** Sharing a project with one more person. */
export const SHARE = {
  failed: "Couldn’t share the project",
  unclear: "The project may be shared",
  whose: "the person’s",
  title: actions.shareProject.order,
  text: (project: string): string =>
    `The person can use ${project} from their own account, with all its branches and data.`,
  email: "Email",
  hint: "The address of their account on the platform.",
};

/** Stopping to share it with somebody. */
export const STOP = {
  failed: "Couldn’t stop sharing",
  unclear: "Sharing may have stopped",
  means: (email: string): string =>
    `${email} can no longer use this project. Passwords and connection strings they know keep working until you reset the roles’ passwords.`,
  title: "Stop sharing?",
  submit: "Stop sharing",
  call: (email: string): string => `Stop sharing with ${email}`,
};
