import type { Action } from "@/kit/action/action";

export const operationActions: readonly Action[] = [];
