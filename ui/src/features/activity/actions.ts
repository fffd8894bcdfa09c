import { type Action, action } from "@/kit/action/action";

declare module "@/kit/route/place" {
  interface Places {
    activity: object;
  }
}

export const activityActions: readonly Action[] = [
  action({
    id: "activity.go",
    group: "Go to",
    title: "Activity",
    icon: "pulse",
    shortcut: "G A",
    keywords: "log history",
    run: ({ router }) => router.go({ screen: "activity" }),
  }),
];
