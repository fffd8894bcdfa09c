import { perform } from "@/data/work";
import { actionsOn } from "@/features/base/actions";
import { lockedWords } from "@/features/base/baseWords";
import { textActions } from "@/features/calls/copying";
import { type Action, actionOn } from "@/kit/action/action";
import { ask } from "@/kit/overlay/asked";
import { enablingOf, startingOf } from "./mutations";
import type { ComputeRef, ComputeSubject } from "./places";
import { computeName } from "./words";

const USE = "This compute";
const CHANGE = "Change this compute";
const TEXT = "Copy this compute";

const refOf = ({ accountId, projectId, compute }: ComputeSubject): ComputeRef => ({
  accountId,
  projectId,
  computeId: compute.id,
});

const nameOf = ({ compute }: ComputeSubject) => computeName(compute);
const locked = (subject: ComputeSubject) => subject.locked;

function unstartable({ compute, locked: reason }: ComputeSubject): string | undefined {
  if (reason) return reason;
  if (compute.isDisabled) return "It is disabled. Enable it first";
  if (compute.pendingState === "active") return "It is already starting";
  return compute.state === "active" && compute.pendingState === null ? "It is already active" : undefined;
}

function unsuspendable({ compute, locked: reason }: ComputeSubject): string | undefined {
  if (reason) return reason;
  if (compute.pendingState === "idle") return "It is already suspending";
  return compute.state === "idle" && compute.pendingState === null ? "It is already suspended" : undefined;
}

function unrestartable({ compute, locked: reason }: ComputeSubject): string | undefined {
  return reason ?? (compute.isDisabled ? "It is disabled. Enable it first" : undefined);
}

/** Everything that a button of a project's computes does. */
export const computeActions: readonly Action[] = [
  actionOn({
    id: "computes.new",
    about: "project",
    group: "Computes",
    title: "New compute…",
    icon: "server",
    keywords: "create endpoint",
    when: ({ project }) => project.deletedAt === null,
    blocked: lockedWords,
    run: ({ accountId, project }) => ask({ dialog: "createCompute", accountId, projectId: project.id }),
  }),
  ...actionsOn({ about: "compute", group: USE }, [
    {
      id: "compute.start",
      title: "Start",
      titleFor: (subject) => `Start ${nameOf(subject)}`,
      icon: "play",
      keywords: "wake",
      blocked: unstartable,
      run: (subject, { client }) => perform(client, startingOf(refOf(subject)), undefined),
    },
    {
      id: "compute.suspend",
      title: "Suspend…",
      titleFor: (subject) => `Suspend ${nameOf(subject)}…`,
      icon: "stop",
      keywords: "sleep stop",
      blocked: unsuspendable,
      run: (subject) => ask({ dialog: "suspendCompute", ...refOf(subject) }),
    },
    {
      id: "compute.restart",
      title: "Restart…",
      titleFor: (subject) => `Restart ${nameOf(subject)}…`,
      icon: "refresh",
      blocked: unrestartable,
      run: (subject) => ask({ dialog: "restartCompute", ...refOf(subject) }),
    },
  ]),
  ...actionsOn({ about: "compute", group: CHANGE, blocked: locked }, [
    {
      id: "compute.resize",
      title: "Change size…",
      titleFor: (subject) => `Change the size of ${nameOf(subject)}…`,
      icon: "gear",
      keywords: "cu range autoscaling",
      run: (subject) => ask({ dialog: "resizeCompute", ...refOf(subject) }),
    },
    {
      id: "compute.timeout",
      title: "Change suspend timeout…",
      titleFor: (subject) => `Change suspend timeout of ${nameOf(subject)}…`,
      icon: "timer",
      keywords: "sleep scale to zero",
      run: (subject) => ask({ dialog: "computeTimeout", ...refOf(subject) }),
    },
    {
      id: "compute.rename",
      title: "Rename…",
      titleFor: (subject) => `Rename ${nameOf(subject)}…`,
      icon: "pencil",
      shortcut: "F2",
      run: (subject) => ask({ dialog: "renameCompute", ...refOf(subject) }),
    },
    {
      id: "compute.disable",
      title: "Disable…",
      titleFor: (subject) => `Disable ${nameOf(subject)}…`,
      icon: "lock",
      keywords: "refuse connections",
      when: ({ compute }) => !compute.isDisabled,
      run: (subject) => ask({ dialog: "disableCompute", ...refOf(subject) }),
    },
    {
      id: "compute.enable",
      title: "Enable",
      titleFor: (subject) => `Enable ${nameOf(subject)}`,
      icon: "check",
      when: ({ compute }) => compute.isDisabled,
      run: (subject, { client }) => perform(client, enablingOf(refOf(subject)), { disabled: false }),
    },
    {
      id: "compute.delete",
      title: "Delete…",
      titleFor: (subject) => `Delete ${nameOf(subject)}…`,
      icon: "trash",
      shortcut: "Delete",
      danger: true,
      run: (subject) => ask({ dialog: "deleteCompute", ...refOf(subject) }),
    },
  ]),
  ...actionsOn({ about: "compute", group: TEXT }, [
    {
      id: "compute.host",
      title: "Copy host",
      keywords: "address direct",
      when: ({ compute }) => compute.host !== null,
      text: ({ compute }) => compute.host ?? "",
      copied: "Host copied",
    },
    {
      id: "compute.pooler",
      title: "Copy pooled host",
      keywords: "address pooler",
      when: ({ compute }) => compute.poolerHost !== null,
      text: ({ compute }) => compute.poolerHost ?? "",
      copied: "Pooled host copied",
    },
    {
      id: "compute.id",
      title: "Copy compute ID",
      text: ({ compute }) => compute.id,
      copied: "Compute ID copied",
    },
  ]),
  ...textActions({
    id: "compute",
    about: "compute",
    group: TEXT,
    json: ({ compute }) => compute,
    copied: "Compute copied as JSON",
    callOf: ({ accountId, projectId, projectName }) => ({
      accountId,
      call: { kind: "listComputes", projectId },
      title: `List computes of ${projectName}`,
    }),
  }),
];
