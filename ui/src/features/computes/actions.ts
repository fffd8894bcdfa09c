import type { Action } from "@/kit/action/action";

export const computeActions: readonly Action[] = [];
