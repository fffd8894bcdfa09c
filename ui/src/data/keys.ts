import type { QueryKey } from "@tanstack/react-query";

/** Where each view lives in the query cache. The first word is the noun, so that a noun can be looked at again whole. */
export const keys = {
  accounts: ["accounts"],
  activity: ["activity"],
  app: ["app"],
  keychain: ["keychain"],
  budget: (account: string) => ["budget", account],
  bulk: ["bulk"],
  callText: (account: string) => ["callText", account],
  operations: ["operations"],
  operationList: ["operations", "list"],
  organizations: (account: string) => ["organizations", account],
  /** Every list of an account's projects. */
  projectLists: (account: string) => ["projects", account],
  /** Everything of one project. */
  project: (account: string, project: string) => ["project", account, project],
  regions: (account: string) => ["regions", account],
  search: ["search"],
  undo: ["undo"],
  usable: ["usable"],
  user: (account: string) => ["user", account],
  places: ["places"],
  sandbox: ["sandbox"],
  sandboxRequests: ["sandbox", "requests"],
  sandboxState: ["sandbox", "state"],
  settings: ["settings"],
  temporary: ["temporary"],
  temporaryList: ["temporary", "list"],
  temporaryConnect: (id: string) => ["temporary", "connect", id],
  temporaryClaimTarget: (id: string) => ["temporary", "claimTarget", id],
  work: ["work"],
} satisfies Record<string, QueryKey | ((...ids: string[]) => QueryKey)>;

/** What a mutation is called, so that a button can tell that its work is under way wherever it was started. */
export const workKeys = {
  create: ["temporary", "create"],
  import: ["temporary", "import"],
  refresh: (id: string) => ["temporary", "refresh", id],
  refreshAll: ["temporary", "refreshAll"],
  forget: (id: string) => ["temporary", "forget", id],
  rename: (id: string) => ["temporary", "rename", id],
  check: (id: string) => ["temporary", "check", id],
  copy: ["temporary", "copy"],
  psql: (id: string) => ["temporary", "psql", id],
  claim: (id: string) => ["temporary", "claim", id],
  seed: (id: string) => ["temporary", "seed", id],
  envPreview: ["env", "preview"],
  envWrite: ["env", "write"],
  envUndo: ["env", "undo"],
  sandbox: ["sandbox", "power"],
  sandboxPlay: ["sandbox", "play"],
  settings: ["settings", "set"],
  keychain: ["keychain", "change"],
  cancel: (id: string) => ["work", "cancel", id],
  quit: ["app", "quit"],
  welcomed: ["app", "welcomed"],
} satisfies Record<string, QueryKey | ((id: string) => QueryKey)>;
