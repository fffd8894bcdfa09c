import { FAULTS } from "./words";

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const ABSOLUTE = /^(\/|~\/|~$|[A-Za-z]:[\\/]|\\\\)/;

export interface EnvTyped {
  envPath: string;
  envKey: string;
  envPrefix: string;
}

export type EnvFaults = Partial<Record<keyof EnvTyped, string>>;

/** What is wrong with the path, the name of a variable or its prefix. */
export function envFaultsOf(draft: EnvTyped): EnvFaults {
  const faults: EnvFaults = {};
  if (draft.envPath.trim() && !ABSOLUTE.test(draft.envPath.trim())) {
    faults.envPath = FAULTS.path;
  }
  if (!VARIABLE.test(draft.envKey.trim())) faults.envKey = FAULTS.variable;
  if (draft.envPrefix.trim() && !VARIABLE.test(draft.envPrefix.trim())) {
    faults.envPrefix = FAULTS.variable;
  }
  return faults;
}
