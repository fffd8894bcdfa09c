import type { Action } from "@/kit/action/action";

export const databaseActions: readonly Action[] = [];
