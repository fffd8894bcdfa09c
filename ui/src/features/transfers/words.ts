import { actions } from "@/ipc/words";

/** The menus and the palette. */
export const ACTIONS = {
  group: "Transfer",
  offer: {
    title: "Transfer to another account…",
    titleFor: ({ project }: { project: { name: string } }): string =>
      `Transfer ${project.name} to another account…`,
  },
  move: {
    title: "Move to organization…",
    titleFor: ({ project }: { project: { name: string } }): string => `Move ${project.name} to organization…`,
  },
  accept: { title: "Accept transferred project…" },
};

/** In the settings of a project. */
export const SECTION = {
  title: "Transfer this project",
  about:
    "To another account by a link or code that you send, or to an organization of your own. Connection strings stay the same.",
};

/** Offering it to somebody. */
export const OFFER = {
  title: (project: string): string => `Transfer ${project}`,
  text: "Plinth asks the platform for a link or code. Whoever has it can take the project, with all its branches and data, until it expires.",
  lose: "Once it is accepted, this account can no longer see the project unless it is shared with it. API keys of the project stop working.",
  valid: "Valid for",
  spans: [
    { value: "3600", label: "1 hour" },
    { value: "86400", label: "1 day" },
    { value: "604800", label: "7 days" },
    { value: "2592000", label: "30 days" },
  ],
  submit: "Create transfer link",
  call: actions.createTransferRequest.order,
  failed: "Couldn’t create the transfer link",
  unclear: "A transfer link may have been created",
  made: (project: string): string => `How to take over ${project}`,
  noteLink:
    "Send it to whoever takes the project: the link opens in their browser, and also works in their Plinth.",
  noteCode: "Send it to whoever takes the project: they enter it under Accept transferred project.",
  until: (time: string): string => `It can be accepted until ${time}.`,
};

/** Taking one over. */
export const ACCEPT = {
  title: actions.acceptProject.order,
  text: "Whoever offers the project gives you a transfer link or code.",
  code: "Transfer link or code",
  hint: "Links have the form https://…, codes the form project/request.",
  missing: "Enter the link or code.",
  organization: "Organization",
  own: "None: my own account",
  choose: "Choose an organization.",
  submit: "Accept project",
  failed: "Couldn’t accept the project",
  unclear: "The project may have been accepted",
  done: "Project accepted",
};

/** Moving it to an organization. */
export const MOVE = {
  title: (project: string): string => `Move ${project} to an organization`,
  text: "Its members get access by their role, and its plan and limits apply. Members of its current organization lose access.",
  organization: "Organization",
  choose: "Choose an organization.",
  none: "This account belongs to no other organization",
  loading: "organizations",
  organizationsFailed: "Couldn’t load the organizations",
  submit: "Move project",
  failed: "Couldn’t move the project",
  unclear: "The project may have been moved",
  done: (organization: string): string => `Project moved to ${organization}`,
};
