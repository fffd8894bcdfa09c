import { keys } from "@/data/keys";
import { type MutationSpec, operationSpec } from "@/data/mutation";
import { accountsQuery } from "@/data/queries";
import { actionsOn } from "@/features/base/actions";
import { showOnce } from "@/features/base/oneTimeSecrets";
import { lockedWords } from "@/features/base/words";
import type { ProjectSubject } from "@/features/projects/subjects";
import { call } from "@/ipc/call";
import { type Action, action } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { formatDate } from "@/kit/time/formatDate";
import { ACTIONS, MOVE, OFFER } from "./words";

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    offerProject: { subject: ProjectSubject };
    moveProject: { subject: ProjectSubject };
    acceptProject: { accountId: string };
  }
}

/** `ahead`: how far the platform's clock is ahead of this machine's, in milliseconds. */
export const offering = ({ accountId, project }: ProjectSubject, ahead: number) =>
  operationSpec(
    { kind: "transferRequestCreate", accountId, projectId: project.id },
    (validSeconds: number) => ({ validSeconds }),
    {
      onSuccess: ({ oneTimeSecret, isLink, expiresAt }, _seconds, client) =>
        showOnce(client, {
          name: project.name,
          title: OFFER.made(project.name),
          note: isLink ? OFFER.noteLink : OFFER.noteCode,
          ...(expiresAt !== null && { more: [OFFER.until(formatDate(expiresAt, ahead))] }),
          items: [oneTimeSecret],
          copies: true,
        }),
    },
  );

export const moving = ({ accountId, project: { id, organizationId } }: ProjectSubject) =>
  operationSpec(
    { kind: "projectMove", accountId, projectId: id, fromId: organizationId },
    (toId: string) => ({ toId }),
    {
      onSuccess: (_done, _to, client) => {
        void client.invalidateQueries({ queryKey: keys.project(accountId, id) });
        void client.invalidateQueries({ queryKey: keys.projectLists(accountId) });
      },
    },
  );

interface Acceptance {
  code: string;
  organizationId: string | null;
}

/** Takes over a project; the reply is the project's id. The code is a secret, so that it does not become text. */
export const accepting = (accountId: string): MutationSpec<string, Acceptance> => ({
  key: ["transfer", "accept", accountId],
  run: ({ code, organizationId }) => call({ kind: "transferRequestAccept", accountId, code, organizationId }),
  onSuccess: (_id, _accepted, client) =>
    void client.invalidateQueries({ queryKey: keys.projectLists(accountId) }),
});

/** There is no organization but the project’s own, as far as they are known. */
const nowhereToMove = ({ project, organizationIds }: ProjectSubject): string | undefined =>
  organizationIds?.every((id) => id === project.organizationId) ? MOVE.none : undefined;

/** Everything that changes whose a project is. */
export const transferActions: readonly Action[] = [
  action({
    id: "project.accept",
    group: ACTIONS.group,
    ...ACTIONS.accept,
    icon: "download",
    keywords: "transfer claim take over link code",
    blocked: ({ account }) => lockedWords(account?.isCurrent ? account : undefined),
    async run({ client }) {
      const accounts = await client.ensureQueryData(accountsQuery);
      const account = accounts.find(({ isCurrent }) => isCurrent);
      openDialog(account ? { dialog: "acceptProject", accountId: account.id } : { dialog: "connectAccount" });
    },
  }),
  ...actionsOn(
    {
      about: "project",
      group: ACTIONS.group,
      when: ({ project }) => project.deletedAt === null,
      blocked: ({ isReadOnly }) => lockedWords({ isReadOnly: isReadOnly ?? false }),
    },
    [
      {
        id: "project.offer",
        ...ACTIONS.offer,
        icon: "upload",
        keywords: "transfer give owner link code",
        run: (subject) => openDialog({ dialog: "offerProject", subject }),
      },
      {
        id: "project.move",
        ...ACTIONS.move,
        icon: "arrowRight",
        keywords: "transfer organization owner",
        blocked: (subject) =>
          lockedWords({ isReadOnly: subject.isReadOnly ?? false }) ?? nowhereToMove(subject),
        run: (subject) => openDialog({ dialog: "moveProject", subject }),
      },
    ],
  ),
];
