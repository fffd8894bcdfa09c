import { type Action, actionOn } from "@/kit/action/action";
import { jsonText, writeClipboard } from "@/kit/data/clipboard";
import { toast } from "@/kit/overlay/toasts";

const USER = "This user";

export const userActions: readonly Action[] = [
  actionOn({
    id: "authUser.copyId",
    about: "authUser",
    group: USER,
    title: "Copy user id",
    icon: "copy",
    async run({ user }) {
      await writeClipboard(user.id);
      toast({ title: "User id copied" });
    },
  }),
  actionOn({
    id: "authUser.copyEmail",
    about: "authUser",
    group: USER,
    title: "Copy email address",
    icon: "copy",
    when: ({ user }) => user.email !== null,
    async run({ user }) {
      await writeClipboard(user.email ?? "");
      toast({ title: "Email address copied" });
    },
  }),
  actionOn({
    id: "authUser.json",
    about: "authUser",
    group: USER,
    title: "Copy as JSON",
    icon: "copy",
    async run({ user }) {
      await writeClipboard(jsonText(user));
      toast({ title: "Copied as JSON" });
    },
  }),
];
