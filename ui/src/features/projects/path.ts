import type { AccountView, ProjectView } from "@/ipc/generated";
import { ownerOf } from "./rows";

/** Where a project is, from the account down: "Work / acme / shop-prod". */
export function pathOf(account: AccountView | undefined, project: ProjectView): string {
  return [account?.name, ownerOf(project), project.name].filter(Boolean).join(" / ");
}
