import { perform } from "@/data/mutation";
import { computesQuery } from "@/data/queries";
import { actionsOn } from "@/features/base/actions";
import { lockedWords } from "@/features/base/words";
import { textActions } from "@/features/calls/copying";
import { type Action, actionOn } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { enablingOf, startingOf } from "./mutations";
import type { ComputeRef, ComputeSubject } from "./subjects";
import { ACTIONS, BLOCKED, GROUPS } from "./words";

const refOf = ({ accountId, projectId, compute }: ComputeSubject): ComputeRef => ({
  accountId,
  projectId,
  computeId: compute.id,
});

const locked = (subject: ComputeSubject) => subject.locked;

function unstartable({ compute, locked: reason }: ComputeSubject): string | undefined {
  if (reason) return reason;
  if (compute.isDisabled) return BLOCKED.isDisabled;
  if (compute.pendingState === "active") return BLOCKED.isStarting;
  return compute.state === "active" && compute.pendingState === null ? BLOCKED.isActive : undefined;
}

function unsuspendable({ compute, locked: reason }: ComputeSubject): string | undefined {
  if (reason) return reason;
  if (compute.pendingState === "idle") return BLOCKED.isSuspending;
  return compute.state === "idle" && compute.pendingState === null ? BLOCKED.isSuspended : undefined;
}

function unrestartable({ compute, locked: reason }: ComputeSubject): string | undefined {
  return reason ?? (compute.isDisabled ? BLOCKED.isDisabled : undefined);
}

/** Everything that a button of a project's computes does. */
export const computeActions: readonly Action[] = [
  actionOn({
    id: "computes.new",
    about: "project",
    group: GROUPS.computes,
    ...ACTIONS.new,
    icon: "server",
    keywords: "create endpoint",
    when: ({ project }) => project.deletedAt === null,
    blocked: lockedWords,
    run: ({ accountId, project }) =>
      openDialog({ dialog: "createCompute", accountId, projectId: project.id }),
  }),
  ...actionsOn({ about: "compute", group: GROUPS.use }, [
    {
      id: "compute.start",
      ...ACTIONS.start,
      icon: "play",
      keywords: "wake",
      blocked: unstartable,
      run: (subject, { client }) => perform(client, startingOf(refOf(subject)), undefined),
    },
    {
      id: "compute.suspend",
      ...ACTIONS.suspend,
      icon: "stop",
      keywords: "sleep stop",
      blocked: unsuspendable,
      run: (subject) => openDialog({ dialog: "suspendCompute", ...refOf(subject) }),
    },
    {
      id: "compute.restart",
      ...ACTIONS.restart,
      icon: "refresh",
      blocked: unrestartable,
      run: (subject) => openDialog({ dialog: "restartCompute", ...refOf(subject) }),
    },
  ]),
  ...actionsOn({ about: "compute", group: GROUPS.change, blocked: locked }, [
    {
      id: "compute.resize",
      ...ACTIONS.resize,
      icon: "gear",
      keywords: "cu range autoscaling",
      run: (subject) => openDialog({ dialog: "resizeCompute", ...refOf(subject) }),
    },
    {
      id: "compute.timeout",
      ...ACTIONS.timeout,
      icon: "timer",
      keywords: "sleep scale to zero",
      run: (subject) => openDialog({ dialog: "computeTimeout", ...refOf(subject) }),
    },
    {
      id: "compute.rename",
      ...ACTIONS.rename,
      icon: "pencil",
      shortcut: "F2",
      run: (subject) => openDialog({ dialog: "renameCompute", ...refOf(subject) }),
    },
    {
      id: "compute.disable",
      ...ACTIONS.disable,
      icon: "lock",
      keywords: "refuse connections",
      when: ({ compute }) => !compute.isDisabled,
      run: (subject) => openDialog({ dialog: "disableCompute", ...refOf(subject) }),
    },
    {
      id: "compute.enable",
      ...ACTIONS.enable,
      icon: "check",
      when: ({ compute }) => compute.isDisabled,
      run: (subject, { client }) => perform(client, enablingOf(refOf(subject)), { disabled: false }),
    },
    {
      id: "compute.delete",
      ...ACTIONS.delete,
      icon: "trash",
      shortcut: "Delete",
      danger: true,
      run: (subject) => openDialog({ dialog: "deleteCompute", ...refOf(subject) }),
    },
  ]),
  ...actionsOn({ about: "compute", group: GROUPS.copy }, [
    {
      id: "compute.host",
      ...ACTIONS.host,
      keywords: "address direct",
      when: ({ compute }) => compute.host !== null,
      text: ({ compute }) => compute.host ?? "",
    },
    {
      id: "compute.pooler",
      ...ACTIONS.pooler,
      keywords: "address pooler",
      when: ({ compute }) => compute.poolerHost !== null,
      text: ({ compute }) => compute.poolerHost ?? "",
    },
    {
      id: "compute.id",
      ...ACTIONS.id,
      text: ({ compute }) => compute.id,
    },
  ]),
  ...textActions({
    id: "compute",
    about: "compute",
    group: GROUPS.copy,
    json: ({ compute }) => compute,
    copied: ACTIONS.asJson,
    callOf: ({ accountId, projectId, projectName }) => ({
      operation: computesQuery(accountId, projectId).operation,
      title: ACTIONS.list(projectName),
    }),
  }),
];
