import { type Action, action } from "@/kit/action/action";
import { ACTIONS, NETWORK } from "./words";

declare module "@/kit/route/route" {
  interface Routes {
    network: object;
  }
}

export const networkActions: readonly Action[] = [
  action({
    id: "network.go",
    group: ACTIONS.goTo,
    title: NETWORK.title,
    icon: "link",
    keywords: "hosts contacted connections requests telemetry privacy",
    run: ({ router }) => router.go({ screen: "network" }),
  }),
];
