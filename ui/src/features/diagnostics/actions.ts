import { type Action, action } from "@/kit/action/action";
import { openDialog } from "@/kit/overlay/dialogs";
import { DIAGNOSTICS } from "./words";

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    diagnostics: object;
  }
}

export const diagnosticsActions: readonly Action[] = [
  action({
    id: "diagnostics.open",
    group: DIAGNOSTICS.group,
    title: DIAGNOSTICS.action,
    icon: "file",
    keywords: "save log versions support report bug file",
    run: () => openDialog({ dialog: "diagnostics" }),
  }),
];
