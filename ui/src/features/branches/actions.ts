import type { Action } from "@/kit/action/action";

export const branchActions: readonly Action[] = [];
