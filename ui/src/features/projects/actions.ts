import type { Action } from "@/kit/action/action";

export const projectActions: readonly Action[] = [];
