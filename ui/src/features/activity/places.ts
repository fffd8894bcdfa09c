import type { ActivityView } from "@/ipc/generated";

declare module "@/kit/route/place" {
  interface Places {
    activity: object;
  }
}

declare module "@/kit/action/action" {
  interface Subjects {
    /** One entry of the log. */
    activityEntry: ActivityView;
  }
}
