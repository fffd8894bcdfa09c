import type { BulkWish } from "@/ipc/generated";

declare module "@/kit/overlay/asked" {
  interface Dialogs {
    /** What would be done to many projects or keys, before it is begun. */
    planBulk: BulkWish;
    /** What is being done to many projects or keys, or was. */
    bulk: { id: string };
  }
}
