import type { AccountView } from "@/ipc/generated";

declare module "@/kit/action/action" {
  interface Subjects {
    account: AccountView;
  }
}
