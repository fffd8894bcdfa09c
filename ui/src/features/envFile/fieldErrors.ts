import { FAULTS } from "./words";

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const ABSOLUTE = /^(\/|~\/|~$|[A-Za-z]:[\\/]|\\\\)/;

export interface EnvTyped {
  envPath: string;
  envKey: string;
  envPrefix: string;
}

export type EnvErrors = Partial<Record<keyof EnvTyped, string>>;

/** What is wrong with the path, the name of a variable or its prefix. */
export function envErrorsOf(draft: EnvTyped): EnvErrors {
  const fieldErrors: EnvErrors = {};
  if (draft.envPath.trim() && !ABSOLUTE.test(draft.envPath.trim())) {
    fieldErrors.envPath = FAULTS.path;
  }
  if (!VARIABLE.test(draft.envKey.trim())) fieldErrors.envKey = FAULTS.variable;
  if (draft.envPrefix.trim() && !VARIABLE.test(draft.envPrefix.trim())) {
    fieldErrors.envPrefix = FAULTS.variable;
  }
  return fieldErrors;
}
