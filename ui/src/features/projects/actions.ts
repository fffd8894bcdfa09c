import { perform } from "@/data/work";
import { lockedWords } from "@/features/accounts/words";
import { textActions } from "@/features/calls/copying";
import { type Action, actionOn } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { ask } from "@/kit/overlay/asked";
import { copied, toast } from "@/kit/overlay/toasts";
import { listActions } from "./listActions";
import { copyingOf, psqlOf } from "./mutations";
import type { ProjectRef, ProjectSubject } from "./places";
import { recover } from "./recover";

const CONNECT = "This project";
const CHANGE = "Change this project";
const COPY = "Copy of this project";

const present = ({ project }: ProjectSubject) => project.deletedAt === null;
const deleted = (subject: ProjectSubject) => !present(subject);
const refOf = ({ accountId, project }: ProjectSubject): ProjectRef => ({ accountId, projectId: project.id });

/** Everything that a button of the list or of a project does. */
export const projectActions: readonly Action[] = [
  ...listActions,
  actionOn({
    id: "project.open",
    about: "project",
    group: CONNECT,
    title: "Open project",
    titleFor: ({ project }) => `Open ${project.name}`,
    icon: "arrowRight",
    when: present,
    run: ({ accountId, project }, { router }) =>
      router.go({ screen: "project", account: accountId, id: project.id }),
  }),
  actionOn({
    id: "project.copy",
    about: "project",
    group: CONNECT,
    title: "Copy connection string",
    icon: "copy",
    shortcut: "Mod+Shift+C",
    keywords: "url pooled default branch",
    when: present,
    async run(subject, { client }) {
      const seconds = await perform(client, copyingOf(refOf(subject)), undefined);
      if (seconds !== undefined) copied("Connection string", seconds);
    },
  }),
  actionOn({
    id: "project.psql",
    about: "project",
    group: CONNECT,
    title: "Open psql",
    titleFor: ({ project }) => `Open psql on ${project.name}`,
    icon: "terminal",
    shortcut: "P",
    when: present,
    // A session could change something, so none is opened.
    blocked: lockedWords,
    run: async (subject, { client }) => void (await perform(client, psqlOf(refOf(subject)), [])),
  }),
  actionOn({
    id: "project.rename",
    about: "project",
    group: CHANGE,
    title: "Rename project…",
    titleFor: ({ project }) => `Rename ${project.name}…`,
    icon: "pencil",
    shortcut: "F2",
    when: present,
    blocked: lockedWords,
    run: (subject) => ask({ dialog: "renameProject", ...subject }),
  }),
  actionOn({
    id: "project.settings",
    about: "project",
    group: CHANGE,
    title: "Project settings",
    titleFor: ({ project }) => `Settings of ${project.name}`,
    icon: "gear",
    keywords: "compute range block public vpc hipaa history retention",
    when: present,
    run: ({ accountId, project }, { router }) =>
      router.go({ screen: "project", account: accountId, id: project.id, tab: "settings" }),
  }),
  actionOn({
    id: "project.id",
    about: "project",
    group: COPY,
    title: "Copy project id",
    icon: "copy",
    async run({ project }) {
      await writeClipboard(project.id);
      toast({ title: "Project id copied", detail: project.id });
    },
  }),
  actionOn({
    id: "project.json",
    about: "project",
    group: COPY,
    title: "Copy project as JSON",
    icon: "copy",
    keywords: "export details",
    async run({ project }) {
      await writeClipboard(jsonText(project));
      toast({ title: `${project.name} copied as JSON` });
    },
  }),
  ...textActions({
    id: "project",
    about: "project",
    cli: true,
    group: COPY,
    callOf: ({ accountId, project }) =>
      project.deletedAt === null
        ? {
            accountId,
            title: `Look at ${project.name}`,
            call: { kind: "getProject", projectId: project.id },
          }
        : {
            accountId,
            title: `Recover ${project.name}`,
            call: { kind: "recoverProject", projectId: project.id },
          },
  }),
  actionOn({
    id: "project.delete",
    about: "project",
    group: "End of this project",
    title: "Delete project…",
    titleFor: ({ project }) => `Delete ${project.name}…`,
    icon: "trash",
    shortcut: "Delete",
    danger: true,
    keywords: "remove",
    when: present,
    blocked: lockedWords,
    run: (subject) => ask({ dialog: "deleteProject", ...subject }),
  }),
  actionOn({
    id: "project.recover",
    about: "project",
    group: "End of this project",
    title: "Recover project",
    titleFor: ({ project }) => `Recover ${project.name}`,
    icon: "undo",
    keywords: "undo restore bring back",
    when: deleted,
    blocked: lockedWords,
    run: (subject, tools) => recover(refOf(subject), subject.project.name, tools),
  }),
];
