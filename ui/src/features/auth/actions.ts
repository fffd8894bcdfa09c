import { perform } from "@/data/work";
import { actionsOn, copyAction } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import { type Action, actionOn, type Tools } from "@/kit/action/action";
import { jsonText } from "@/kit/data/clipboard";
import { ask } from "@/kit/overlay/asked";
import { openingJwks, readingUsers } from "./mutations";
import { authPlace } from "./pages";
import type { AuthPage, AuthSubject, OnIntegration } from "./places";
import { hostOf, transferBlocked } from "./words";

const USE = "Auth";
const CHANGE = "Change auth";

const hasOne = (subject: AuthSubject): subject is OnIntegration => subject.integration !== undefined;

const jwksHost = (integration: AuthSubject["integration"]) => hostOf(integration?.jwksUrl ?? "");

/** Does something to the integration that is there, on the page that shows what comes of it. */
const onPage =
  (page: AuthPage, act: (at: OnIntegration, tools: Tools) => unknown) =>
  (subject: AuthSubject, tools: Tools): unknown => {
    if (!hasOne(subject)) return undefined;
    tools.router.go(authPlace(subject, page));
    return act(subject, tools);
  };

const domainActions: readonly Action[] = [
  copyAction({
    id: "authDomain.copy",
    about: "authDomain",
    group: "This domain",
    title: "Copy domain",
    text: ({ domain }) => domain,
    copied: "Domain copied",
  }),
  ...textActions({
    id: "authDomain",
    about: "authDomain",
    group: "This domain",
    callOf: ({ accountId, projectId, projectName }) => ({
      accountId,
      call: { kind: "listAuthDomains", projectId },
      title: `Domains of ${projectName}`,
    }),
  }),
  actionOn({
    id: "authDomain.delete",
    about: "authDomain",
    group: "Remove this domain",
    title: "Remove domain…",
    titleFor: ({ domain }) => `Remove ${domain}…`,
    icon: "trash",
    danger: true,
    keywords: "delete trusted redirect",
    blocked: ({ locked }) => locked,
    run: (subject) => ask({ dialog: "deleteAuthDomain", subject }),
  }),
];

const USER = "This user";

const userActions: readonly Action[] = [
  ...actionsOn({ about: "authUser", group: USER }, [
    {
      id: "authUser.copyId",
      title: "Copy user ID",
      text: ({ user }) => user.id,
      copied: "User ID copied",
    },
    {
      id: "authUser.copyEmail",
      title: "Copy email address",
      when: ({ user }) => user.email !== null,
      text: ({ user }) => user.email ?? "",
      copied: "Email address copied",
    },
    {
      id: "authUser.json",
      title: "Copy as JSON",
      text: ({ user }) => jsonText(user),
      copied: "Copied as JSON",
    },
  ]),
];

/** Everything that a button or a menu does to a project's auth integration. */
export const authActions: readonly Action[] = [
  ...actionsOn({ about: "auth", group: USE, when: hasOne }, [
    {
      id: "auth.enable",
      title: "Enable auth…",
      titleFor: ({ projectName }) => `Enable auth for ${projectName}…`,
      icon: "plus",
      keywords: "users login sign in integration set up",
      when: (subject) => !hasOne(subject),
      blocked: ({ locked }) => locked,
      run: (at) => ask({ dialog: "enableAuth", at }),
    },
    {
      id: "auth.users",
      title: "Show users",
      icon: "eye",
      keywords: "read table synchronised list",
      blocked: ({ locked }) => locked,
      // What failed stands above the table.
      run: onPage("users", (at, { client }) => perform(client, readingUsers(at), {}).catch(() => {})),
    },
    {
      id: "auth.newUser",
      title: "New user…",
      icon: "user",
      keywords: "create add auth email",
      blocked: ({ locked }) => locked,
      run: onPage("users", (at) => ask({ dialog: "createAuthUser", at })),
    },
    {
      id: "auth.newKeys",
      title: "New SDK keys…",
      icon: "key",
      keywords: "generate create server client secret",
      blocked: ({ locked }) => locked,
      run: onPage("overview", (at) => ask({ dialog: "createSdkKeys", at })),
    },
    {
      id: "auth.addDomain",
      title: "Add domain…",
      icon: "link",
      keywords: "trusted redirect origin",
      blocked: ({ locked }) => locked,
      run: onPage("domains", (at) => ask({ dialog: "addAuthDomain", at })),
    },
    {
      id: "auth.copyJwks",
      title: "Copy JWKS address",
      keywords: "public keys json web",
      when: ({ integration }) => typeof integration?.jwksUrl === "string",
      text: ({ integration }) => integration?.jwksUrl ?? "",
      copied: "JWKS address copied",
    },
    {
      id: "auth.openJwks",
      title: "Open JWKS address",
      titleFor: ({ integration }) => `Open JWKS address on ${jwksHost(integration)}`,
      icon: "external",
      keywords: "public keys json web browser",
      when: ({ integration }) => jwksHost(integration) !== undefined,
      run: onPage("overview", (at, { client }) => {
        const host = jwksHost(at.integration);
        // What failed stands below the address.
        return host && perform(client, openingJwks(at), host).catch(() => {});
      }),
    },
    {
      id: "auth.json",
      title: "Copy as JSON",
      text: ({ integration }) => jsonText(integration),
      copied: "Copied as JSON",
    },
  ]),
  ...textActions({
    id: "auth",
    about: "auth",
    group: USE,
    callOf: ({ accountId, projectId, projectName }) => ({
      accountId,
      call: { kind: "listAuthIntegrations", projectId },
      title: `Auth of ${projectName}`,
    }),
  }),
  actionOn({
    id: "auth.transfer",
    about: "auth",
    group: CHANGE,
    title: "Transfer ownership…",
    icon: "external",
    keywords: "auth project hand over own account",
    when: hasOne,
    blocked: ({ locked, integration }) => locked ?? (integration && transferBlocked(integration)),
    run: onPage("ownership", (at) => ask({ dialog: "transferAuth", at })),
  }),
  actionOn({
    id: "auth.remove",
    about: "auth",
    group: "Remove auth",
    title: "Remove auth…",
    titleFor: ({ projectName }) => `Remove auth from ${projectName}…`,
    icon: "trash",
    danger: true,
    keywords: "delete disable integration",
    when: hasOne,
    blocked: ({ locked }) => locked,
    run: onPage("ownership", (at) => ask({ dialog: "removeAuth", at })),
  }),
  ...domainActions,
  ...userActions,
];
