import type { Action } from "@/kit/action/action";

export const accountActions: readonly Action[] = [];
