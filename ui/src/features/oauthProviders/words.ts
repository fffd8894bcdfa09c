import { listed } from "@/data/format";
import type { OauthProviderView } from "@/ipc/generated";
import { actions } from "@/ipc/words";
import { cutMiddle } from "@/kit/data/cut";

const NAMES: Record<string, string> = {
  apple: "Apple",
  discord: "Discord",
  facebook: "Facebook",
  github: "GitHub",
  gitlab: "GitLab",
  google: "Google",
  linkedin: "LinkedIn",
  microsoft: "Microsoft",
  vercel: "Vercel",
};

/** What people call a provider; its id where that is not known. */
export function providerWord(id: string): string {
  return NAMES[id] ?? id;
}

/** The one provider that has tenants. */
export const WITH_TENANT = "microsoft";

/** How much of a client's id tells it from others, in characters. */
const SHORT_ID = 12;

/** One's own credentials, with the client's id where it is reported. */
export function ownWord({ clientId }: OauthProviderView): string {
  return clientId === null ? words.own : `${words.own} · client ${cutMiddle(clientId, SHORT_ID)}`;
}

/** What it means that these providers use the platform's credentials. */
export function sharedNote(names: readonly string[]): string {
  const use = names.length === 1 ? words.usesShared : words.useShared;
  return use(listed(names, names.length));
}

/** The sentences of the page and its dialogs. */
export const words = {
  title: "OAuth providers",
  listCall: (project: string) => `List OAuth providers of ${project}`,
  add: "Add provider…",
  unread: "Couldn’t load the OAuth providers",
  empty: "No OAuth providers yet",
  emptyAbout: "Add one to let users sign in with an existing account, such as Google or GitHub.",
  provider: "Provider",
  credentials: "Credentials",
  shared: "Shared, not for production",
  own: "Your own",
  notReported: "Not reported",
  usesShared: (name: string) =>
    `${name} uses the platform’s shared credentials. Users see the platform’s name when they sign in.`,
  useShared: (names: string) =>
    `${names} use the platform’s shared credentials. Users see the platform’s name when they sign in.`,
  yourOwn: "Use your own…",
  yourOwnFor: (name: string) => `Use your own for ${name}…`,
  callback: "Callback address",
  callbackAbout:
    "Needed to register an app for your own credentials. The platform doesn’t report it: look it up at your auth provider, under this project ID.",
  projectIdCopy: "the provider’s project ID",
  addTitle: (project: string) => `Add an OAuth provider to ${project}`,
  addSubmit: "Add provider",
  addOne: (name: string) => `Add ${name}`,
  addFailed: (name: string) => `Couldn’t add ${name}`,
  added: (name: string) => `People can sign in with ${name}`,
  other: "Other…",
  otherId: "Provider ID",
  otherHint: "The platform’s ID, such as github.",
  idMissing: "Enter a provider ID.",
  idErrorText: "Leave out spaces and slashes.",
  kindShared: "Shared",
  kindSharedHint: "The platform’s credentials. They work right away. For testing, not for production.",
  kindOwn: "Own",
  kindOwnHint: (name: string) =>
    `For production. Users see your app’s name when they sign in. Register the app at ${name} first, with the callback address on the Providers page.`,
  anyProvider: "the provider",
  exists: (name: string) => `${name} already exists`,
  existsOwn: (project: string) => `${project} has this provider, with your own credentials.`,
  existsShared: (project: string) => `${project} has this provider, with the platform’s credentials.`,
  changeAsk: "Change credentials…",
  ownAsk: "Use own credentials…",
  clientId: "Client ID",
  clientIdHint: "From the app you registered.",
  clientIdHintAt: (name: string) => `From the app you registered at ${name}.`,
  clientIdMissing: "Enter the client ID from the provider.",
  secret: "Client secret",
  secretHint: "Sent to the platform and never shown again.",
  secretMissing: "Enter the client secret.",
  otherHalf: "Client ID and secret are both required.",
  nothingNew: "Enter at least one new value.",
  tenant: "Tenant ID",
  tenantHint: "Limits sign-in to one directory.",
  stays: "Leave empty to keep it.",
  staysFrom: (now: string) => `Now ${now}. Leave empty to keep it.`,
  change: "Change credentials",
  changeTitle: (name: string) => `Change credentials of ${name}`,
  changeAbout: "The platform doesn’t show them again.",
  changedWord: (name: string) => `${name} credentials changed`,
  ownSubmit: "Use own credentials",
  ownTitle: (name: string) => `Own credentials for ${name}`,
  ownAbout: (name: string) =>
    `Users then sign in through the app you registered at ${name}. To use the platform’s credentials again, delete the provider and add it again.`,
  ownDone: (name: string) => `${name} uses your own credentials`,
  changeFailed: "Couldn’t change the credentials",
  deleteAsk: (name: string) => `Delete ${name}?`,
  delete: (name: string) => `Delete ${name}`,
  deleteFailed: (name: string) => `Couldn’t delete ${name}`,
  deleted: (name: string) => `${name} deleted`,
  deletedDetail: "The platform no longer lists it.",
  remains: (name: string) => `${name} still exists`,
  remainsAbout: "The platform accepted the request but still lists the provider. Try again in a moment.",
  deleteEnds: (name: string) =>
    `Users can no longer sign in with ${name}. They stay in the table, but those with no other sign-in method are locked out until you add it again.`,
  deleteLoses: (name: string) =>
    `The platform deletes the credentials. To add it again, you need the client ID and secret from ${name}.`,
} as const;

/** The actions on OAuth providers. */
export const actionWords = {
  group: "Sign-in",
  add: `${actions.addOauthProvider.order}…`,
  changeGroup: "Change this provider",
  own: "Use own credentials…",
  ownFor: (name: string) => `Use own credentials for ${name}…`,
  change: "Change credentials…",
  changeOf: (name: string) => `Change credentials of ${name}…`,
  copyGroup: "Copy this provider",
  providersOf: (projectName: string) => `OAuth providers of ${projectName}`,
  deleteGroup: "Delete this provider",
  delete: "Delete…",
  deleteNamed: (name: string) => `Delete ${name}…`,
} as const;
