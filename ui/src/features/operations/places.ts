import type { TrackedOperationView } from "@/ipc/generated";

declare module "@/kit/route/place" {
  interface Places {
    /** Operations of every account. `id`: the one whose detail is open; `view`: a list when absent, or lanes. */
    operations: { id?: string; view?: string };
  }
}

declare module "@/kit/action/action" {
  interface Subjects {
    operation: TrackedOperationView;
  }
}
