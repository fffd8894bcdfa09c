import type { AccountView } from "@/ipc/generated";

declare module "@/kit/action/action" {
  interface Subjects {
    account: AccountView;
  }
}

declare module "@/kit/overlay/asked" {
  interface Dialogs {
    connectAccount: object;
    editAccount: { id: string };
    replaceAccountKey: { id: string };
    unlockAccount: { id: string };
    removeAccount: { id: string };
  }
}
