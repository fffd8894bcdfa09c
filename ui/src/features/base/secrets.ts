import type { SecretEdit } from "@/ipc/generated";
import { FAULTS } from "./words";

const ONLY_MASK = /^[\s*•●.…]+$/u;

/** Why a text that was typed cannot be a secret. A secret that is set never comes here, so a mask is not one either. */
export function secretError(typed: string): string | undefined {
  if (typed === "") return undefined;
  if (typed.trim() === "") return FAULTS.onlySpaces;
  if (ONLY_MASK.test(typed.trim())) return FAULTS.isMask;
  return undefined;
}

/** What is done to a secret that is set: nothing typed leaves it as it is. */
export function editOfSecret(typed: string): SecretEdit {
  return typed === "" || secretError(typed) ? { kind: "keep" } : { kind: "set", secret: typed };
}
