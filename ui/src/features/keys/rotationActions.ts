import { perform } from "@/data/work";
import { canUndo, hasStopped } from "@/features/accounts/rotation";
import { type Action, actionOn } from "@/kit/action/action";
import { ask } from "@/kit/overlay/asked";
import { canPutAway } from "./rotationWords";
import { dismissingOf, resumingOf, undoingOf } from "./rotationWork";

const GROUP = "Rotation of a key";

/** What can be done with the change of an account's key that is under way, stopped or over. */
export const rotationActions: readonly Action[] = [
  actionOn({
    id: "rotation.open",
    about: "rotation",
    group: GROUP,
    title: "Show steps",
    icon: "eye",
    keywords: "rotate progress",
    run: ({ id }) => ask({ dialog: "rotation", id }),
  }),
  actionOn({
    id: "rotation.resume",
    about: "rotation",
    group: GROUP,
    title: "Resume",
    icon: "play",
    keywords: "rotate continue go on",
    when: hasStopped,
    run: async ({ id }, { client }) => void (await perform(client, resumingOf(id), undefined)),
  }),
  actionOn({
    id: "rotation.undo",
    about: "rotation",
    group: GROUP,
    title: "Undo, keep the former key",
    icon: "undo",
    keywords: "rotate cancel give up",
    when: canUndo,
    run: async ({ id }, { client }) => void (await perform(client, undoingOf(id), undefined)),
  }),
  actionOn({
    id: "rotation.dismiss",
    about: "rotation",
    group: GROUP,
    title: "Put away",
    icon: "check",
    keywords: "rotate dismiss",
    when: canPutAway,
    run: async ({ id }, { client }) => void (await perform(client, dismissingOf(id), undefined)),
  }),
];
