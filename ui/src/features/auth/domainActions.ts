import { textActions } from "@/features/calls/copying";
import { type Action, actionOn } from "@/kit/action/action";
import { writeClipboard } from "@/kit/data/clipboard";
import { ask } from "@/kit/overlay/asked";
import { toast } from "@/kit/overlay/toasts";

export const domainActions: readonly Action[] = [
  actionOn({
    id: "authDomain.copy",
    about: "authDomain",
    group: "This domain",
    title: "Copy domain",
    icon: "copy",
    async run({ domain }) {
      await writeClipboard(domain);
      toast({ title: "Domain copied" });
    },
  }),
  ...textActions({
    id: "authDomain",
    about: "authDomain",
    group: "This domain",
    callOf: ({ accountId, projectId, projectName }) => ({
      accountId,
      call: { kind: "auth", projectId, call: { kind: "listDomains" } },
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
