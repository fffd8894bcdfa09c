import type { TrackedOperationView } from "@/ipc/generated";

declare module "@/kit/route/place" {
  interface Places {
    /** Operations of every account. `id`: the one whose detail is open. */
    operations: { id?: string };
  }
}

declare module "@/kit/action/action" {
  interface Subjects {
    operation: TrackedOperationView;
  }
}
