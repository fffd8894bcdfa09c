import { perform } from "@/data/mutation";
import { authIntegrationsQuery } from "@/data/queries";
import { actionsOn, copyAction } from "@/features/base/actions";
import { textActions } from "@/features/calls/copying";
import { type Action, actionOn, type Tools } from "@/kit/action/action";
import { jsonText } from "@/kit/data/clipboard";
import { openDialog } from "@/kit/overlay/dialogs";
import { openingJwks, readingUsers } from "./mutations";
import { authRoute } from "./pages";
import { domainsQuery } from "./queries";
import type { AuthPage, AuthSubject, OnIntegration } from "./subjects";
import { actionWords, hostOf, transferBlocked } from "./words";

const hasOne = (subject: AuthSubject): subject is OnIntegration => subject.integration !== undefined;

const jwksHost = (integration: AuthSubject["integration"]) => hostOf(integration?.jwksUrl ?? "");

/** Does something to the integration that is there, on the page that shows what comes of it. */
const onPage =
  (page: AuthPage, act: (at: OnIntegration, tools: Tools) => unknown) =>
  (subject: AuthSubject, tools: Tools): unknown => {
    if (!hasOne(subject)) return undefined;
    tools.router.go(authRoute(subject, page));
    return act(subject, tools);
  };

const domainActions: readonly Action[] = [
  copyAction({
    id: "authDomain.copy",
    about: "authDomain",
    group: actionWords.domain,
    title: actionWords.copyDomain,
    text: ({ domain }) => domain,
    copied: actionWords.domainCopied,
  }),
  ...textActions({
    id: "authDomain",
    about: "authDomain",
    group: actionWords.domain,
    callOf: (at) => ({
      operation: domainsQuery(at).operation,
      title: actionWords.domainsOf(at.projectName),
    }),
  }),
  actionOn({
    id: "authDomain.delete",
    about: "authDomain",
    group: actionWords.domainRemove,
    title: actionWords.removeDomain,
    titleFor: ({ domain }) => actionWords.removeNamed(domain),
    icon: "trash",
    danger: true,
    keywords: "delete trusted redirect",
    blocked: ({ locked }) => locked,
    run: (subject) => openDialog({ dialog: "deleteAuthDomain", subject }),
  }),
];

const userActions: readonly Action[] = [
  actionOn({
    id: "authUser.setRoles",
    about: "authUser",
    group: actionWords.user,
    title: actionWords.setRoles,
    icon: "pencil",
    keywords: "role admin permissions",
    // A platform has roles where it has auth by branch.
    when: ({ at }) => at.branchId != null,
    blocked: ({ at }) => at.locked,
    run: (subject) => openDialog({ dialog: "setAuthUserRoles", subject }),
  }),
  ...actionsOn({ about: "authUser", group: actionWords.user }, [
    {
      id: "authUser.copyId",
      title: actionWords.copyUserId,
      text: ({ user }) => user.id,
      copied: actionWords.userIdCopied,
    },
    {
      id: "authUser.copyEmail",
      title: actionWords.copyEmail,
      when: ({ user }) => user.email !== null,
      text: ({ user }) => user.email ?? "",
      copied: actionWords.emailCopied,
    },
    {
      id: "authUser.json",
      title: actionWords.copyJson,
      text: ({ user }) => jsonText(user),
      copied: actionWords.jsonCopied,
    },
  ]),
  actionOn({
    id: "authUser.delete",
    about: "authUser",
    group: actionWords.userDelete,
    title: actionWords.deleteUser,
    titleFor: ({ user }) => actionWords.deleteNamed(user.email ?? user.id),
    icon: "trash",
    danger: true,
    keywords: "remove account person",
    blocked: ({ at }) => at.locked,
    run: (subject) => openDialog({ dialog: "deleteAuthUser", subject }),
  }),
];

/** Everything that a button or a menu does to a project's auth integration. */
export const authActions: readonly Action[] = [
  ...actionsOn({ about: "auth", group: actionWords.auth, when: hasOne }, [
    {
      id: "auth.enable",
      title: actionWords.enable,
      titleFor: ({ projectName }) => actionWords.enableFor(projectName),
      icon: "plus",
      keywords: "users login sign in integration set up",
      when: (subject) => !hasOne(subject),
      blocked: ({ locked }) => locked,
      run: (at) => openDialog({ dialog: "enableAuth", at }),
    },
    {
      id: "auth.users",
      title: actionWords.showUsers,
      icon: "eye",
      keywords: "read table synchronised list",
      blocked: ({ locked }) => locked,
      // The page shows the error above the table.
      run: onPage("users", (at, { client }) => perform(client, readingUsers(at), {}).catch(() => {})),
    },
    {
      id: "auth.newUser",
      title: actionWords.newUser,
      icon: "user",
      keywords: "create add auth email",
      blocked: ({ locked }) => locked,
      run: onPage("users", (at) => openDialog({ dialog: "createAuthUser", at })),
    },
    {
      id: "auth.newKeys",
      title: actionWords.newKeys,
      icon: "key",
      keywords: "generate create server client secret",
      blocked: ({ locked, elsewhere }) => locked ?? elsewhere,
      run: onPage("overview", (at) => openDialog({ dialog: "createSdkKeys", at })),
    },
    {
      id: "auth.addDomain",
      title: actionWords.addDomain,
      icon: "link",
      keywords: "trusted redirect origin",
      blocked: ({ locked }) => locked,
      run: onPage("domains", (at) => openDialog({ dialog: "addAuthDomain", at })),
    },
    {
      id: "auth.copyJwks",
      title: actionWords.copyJwks,
      keywords: "public keys json web",
      when: ({ integration }) => typeof integration?.jwksUrl === "string",
      text: ({ integration }) => integration?.jwksUrl ?? "",
      copied: actionWords.jwksCopied,
    },
    {
      id: "auth.openJwks",
      title: actionWords.openJwks,
      titleFor: ({ integration }) => actionWords.openJwksOn(jwksHost(integration)),
      icon: "external",
      keywords: "public keys json web browser",
      when: ({ integration }) => jwksHost(integration) !== undefined,
      run: onPage("overview", (at, { client }) => {
        const host = jwksHost(at.integration);
        // The page shows the error below the address.
        return host && perform(client, openingJwks(at), host).catch(() => {});
      }),
    },
    {
      id: "auth.json",
      title: actionWords.copyJson,
      text: ({ integration }) => jsonText(integration),
      copied: actionWords.jsonCopied,
    },
  ]),
  ...textActions({
    id: "auth",
    about: "auth",
    group: actionWords.auth,
    callOf: (at) => ({
      operation: authIntegrationsQuery(at).operation,
      title: actionWords.authOf(at.projectName),
    }),
  }),
  actionOn({
    id: "auth.transfer",
    about: "auth",
    group: actionWords.change,
    title: actionWords.transfer,
    icon: "external",
    keywords: "auth project hand over own account",
    when: hasOne,
    blocked: ({ locked, elsewhere, integration }) =>
      locked ?? elsewhere ?? (integration && transferBlocked(integration)),
    run: onPage("ownership", (at) => openDialog({ dialog: "transferAuth", at })),
  }),
  actionOn({
    id: "auth.remove",
    about: "auth",
    group: actionWords.removeAuth,
    title: actionWords.removeAsk,
    titleFor: ({ projectName }) => actionWords.removeFrom(projectName),
    icon: "trash",
    danger: true,
    keywords: "delete disable integration",
    when: hasOne,
    blocked: ({ locked }) => locked,
    run: onPage("ownership", (at) => openDialog({ dialog: "removeAuth", at })),
  }),
  ...domainActions,
  ...userActions,
];
