import { operationSpec } from "@/data/mutation";

/** Stops a running job. */
export const cancellingOf = (id: string) => operationSpec({ kind: "jobCancel", id }, () => ({}));
