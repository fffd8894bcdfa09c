import { useSyncExternalStore } from "react";
import type { AccountView, DeepLinkView, ErrorView } from "@/ipc/generated";

/** A project, and perhaps a branch of it, of an account that is said beside it. */
export interface LinkedProject {
  projectId: string;
  branchId: string | null;
}

/** Why the newest link was not opened. */
export type LinkProblem =
  | Extract<DeepLinkView, { kind: "refused" | "unknownProject" | "unknownTemporary" | "unknownOperation" }>
  /** To open it would change the current account, which is for the person to do. */
  | { kind: "otherAccount"; account: AccountView; project: LinkedProject }
  /** Nothing is shown before the person has chosen how to start. */
  | { kind: "welcome" }
  | { kind: "failed"; error: ErrorView };

const listeners = new Set<() => void>();
let current: LinkProblem | undefined;

/** Says what is the matter with the newest link, or that nothing is any more. */
export function setLinkProblem(problem: LinkProblem | undefined): void {
  current = problem;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** What is the matter with the newest link. */
export function useLinkProblem(): LinkProblem | undefined {
  return useSyncExternalStore(subscribe, () => current);
}
