import { readSize, sizeText } from "@/features/base/computeSize";
import { nameError } from "@/features/base/nameError";
import { argumentsOf } from "@/features/connect/arguments";
import type { CreateProject, NewProjectOptions } from "@/ipc/generated";
import { CREATE } from "./words";

/** What a choice is while it is left to the platform. A select has a value for everything. */
export const AUTO = "auto";

/** A switch that was set on purpose, or left to the platform. */
type TriState = typeof AUTO | "yes" | "no";

/** What is typed into the dialog that makes a project: texts and ticks, so that nothing typed is ever lost. */
export interface ProjectDraft {
  name: string;
  /** Or `AUTO`. */
  regionId: string;
  /** Or `AUTO`: none named. */
  organizationId: string;
  /** As text, or `AUTO`. */
  pgVersion: string;
  branch: string;
  database: string;
  role: string;
  /** As typed: one size, or a range. */
  size: string;
  /** Seconds as text. */
  suspend: string;
  /** Seconds as text, or `AUTO`. */
  retention: string;
  blockPublic: boolean;
  blockVpc: boolean;
  hipaa: boolean;
  logicalReplication: boolean;
  storePasswords: TriState;
  /** Open psql when it is made. */
  psql: boolean;
  /** More arguments of psql, as typed. */
  psqlArguments: string;
}

type ProjectErrors = Partial<Record<keyof ProjectDraft, string>>;

/** The versions of PostgreSQL that a project can have. */
export const PG_VERSIONS = ["18", "17", "16", "15", "14"];

/** What the dialog begins with: the saved defaults, but for a region that the account’s platform does not have. */
export const emptyDraft = (
  organizationId: string | null,
  defaults: NewProjectOptions | undefined,
  regions: readonly string[],
): ProjectDraft => ({
  name: "",
  regionId: regions.find((id) => id === defaults?.regionId) ?? AUTO,
  organizationId: organizationId ?? AUTO,
  pgVersion: String(defaults?.pgVersion ?? AUTO),
  branch: "",
  database: "",
  role: "",
  size: sizeText(defaults?.compute ?? {}),
  suspend: String(defaults?.compute.suspendTimeoutSeconds ?? 0),
  retention: AUTO,
  blockPublic: false,
  blockVpc: false,
  hipaa: false,
  logicalReplication: false,
  storePasswords: AUTO,
  psql: false,
  psqlArguments: "",
});

const IDENTIFIER = 63;

/** What is wrong with a name inside PostgreSQL, which counts bytes. It is taken exactly as it is typed. */
function identifierError(name: string): string | undefined {
  if (name === "") return undefined;
  const bytes = new TextEncoder().encode(name).length;
  if (bytes > IDENTIFIER) return CREATE.tooLong(bytes, IDENTIFIER);
  if (/\p{Cc}/u.test(name) || name === "." || name === "..") {
    return CREATE.identifier;
  }
  return undefined;
}

/** What cannot be used, by field, each a sentence that says how to put it right. */
export function fieldErrorsOf(draft: ProjectDraft, needsOrganization: boolean): ProjectErrors {
  const size = readSize(draft.size);
  const psql = draft.psql ? argumentsOf(draft.psqlArguments) : undefined;
  const all = {
    name: nameError(draft.name),
    branch: nameError(draft.branch),
    database: identifierError(draft.database),
    role: identifierError(draft.role),
    size: "fieldError" in size ? size.fieldError : undefined,
    psqlArguments: psql?.fieldError,
    organizationId:
      needsOrganization && draft.organizationId === AUTO ? CREATE.organizationMissing : undefined,
  };
  return Object.fromEntries(Object.entries(all).filter(([, fieldError]) => fieldError !== undefined));
}

/** The draft as the core is asked: what was left empty is the platform's choice, and is not sent. */
export function createOf(draft: ProjectDraft): CreateProject {
  const size = readSize(draft.size);
  const sized = "fieldError" in size ? { minCu: null, maxCu: null } : size;
  const suspend = Number(draft.suspend);
  return {
    name: draft.name || null,
    regionId: chosen(draft.regionId),
    organizationId: chosen(draft.organizationId),
    pgVersion: draft.pgVersion === AUTO ? null : Number(draft.pgVersion),
    branch: draft.branch || null,
    database: draft.database || null,
    role: draft.role || null,
    compute: { ...sized, suspendTimeoutSeconds: suspend === 0 ? null : suspend },
    settings: {
      blockPublic: draft.blockPublic || null,
      blockVpc: draft.blockVpc || null,
      hipaa: draft.hipaa || null,
      logicalReplication: draft.logicalReplication || null,
      allowedIps: null,
    },
    storePasswords: draft.storePasswords === AUTO ? null : draft.storePasswords === "yes",
    historyRetentionSeconds: draft.retention === AUTO ? null : Number(draft.retention),
  };
}

/** What was chosen; nothing where it was left to the platform. */
export function chosen(value: string): string | null {
  return value === AUTO ? null : value;
}
