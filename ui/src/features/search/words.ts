/** What was found, by what it is. */
export const FOUND = {
  projects: "Projects found",
  branches: "Branches found",
  computes: "Computes found",
  databases: "Databases found",
  temporary: "Temporary databases",
  keys: "Keys found",
} as const;
