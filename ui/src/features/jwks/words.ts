import { actions } from "@/ipc/words";

/** The menus, the palette and what is said after a copy. */
export const ACTIONS = {
  add: {
    title: `${actions.addJwks.order}…`,
    titleFor: ({ projectName }: { projectName: string }): string => `Add JWKS URL to ${projectName}…`,
  },
  copyUrl: { title: "Copy JWKS URL", copied: "JWKS URL copied" },
  listCall: (project: string): string => `List JWKS URLs of ${project}`,
  remove: {
    title: "Remove…",
    titleFor: ({ jwks }: { jwks: { provider: string } }): string =>
      `Remove the JWKS URL of ${jwks.provider}…`,
  },
};

/** The parts of a menu. */
export const GROUPS = {
  project: "This project",
  jwks: "This JWKS URL",
  remove: "Remove",
};

/** Whose tokens a project takes. */
export const LIST = {
  title: "JWKS",
  about:
    "Public keys of services whose tokens (JWT) can log in to the databases in place of a password. Auth’s own keys are on the Auth tab.",
  providerUrl: "Provider, JWKS URL",
  branch: "Branch",
  everyBranch: "All branches",
  added: "Added",
  loading: "JWKS URLs",
  failed: "Couldn’t load the JWKS URLs",
  none: "No JWKS URLs",
  table: "JWKS URLs of this project",
  call: "List JWKS URLs",
};

/** Adding one. */
export const ADD = {
  title: actions.addJwks.order,
  text: (project: string): string =>
    `Anyone with a valid token from this provider can connect to ${project} as the token’s role.`,
  url: "JWKS URL",
  urlHint: "The address of the provider’s public keys, with https.",
  urlMissing: "Enter the address of the keys.",
  urlInvalid: "Enter an https address, such as https://example.com/.well-known/jwks.json.",
  provider: "Provider",
  providerHint: "Who signs the tokens, such as Clerk or Auth0.",
  providerMissing: "Enter the provider’s name.",
  branch: "Branch",
  audience: "Audience",
  audienceHint: "Only tokens with this aud claim are accepted.",
  roles: "Roles",
  rolesHint: "Separate roles with commas. Leave empty for the platform’s own roles.",
  rolesMany: "Use at most 10 roles.",
  any: "Any",
  byDefault: "Default",
  failed: "Couldn’t add the JWKS URL",
  unclear: "The JWKS URL may have been added",
  summary: (audience: string, roles: string): readonly string[] => [
    `Audience: ${audience}`,
    `Roles: ${roles}`,
  ],
};

/** Removing one. */
export const REMOVE = {
  title: "Remove JWKS URL?",
  submit: actions.removeJwks.order,
  means: (provider: string): string =>
    `Tokens of ${provider} are refused from then on. Apps that log in with them can no longer connect.`,
  failed: "Couldn’t remove the JWKS URL",
  unclear: "The JWKS URL may have been removed",
  call: (provider: string): string => `Remove the JWKS URL of ${provider}`,
};
