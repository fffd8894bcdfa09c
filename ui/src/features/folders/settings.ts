import { choiceOf, ownService, serviceKey, typedAddressError } from "@/features/temporary/options";
import type { ConnectionRequest, FolderSettings, FolderSource, InstantServiceView } from "@/ipc/generated";
import { FAULTS } from "./words";

/** The settings as they are typed: every field a text or a tick, so that nothing typed is ever lost. */
export interface SettingsDraft {
  envFile: string;
  variable: string;
  publicPrefix: string;
  referrer: string;
  seedPath: string;
  /** `branch`, or an instant service as a draft of its options calls it. */
  place: string;
  address: string;
  accountId: string;
  projectId: string;
  branchId: string;
  database: string;
  role: string;
  pooled: boolean;
  writeWithoutAsking: boolean;
}

export type SettingsErrors = Partial<Record<keyof SettingsDraft, string | undefined>>;

/** How a branch is called among the places. */
export const BRANCH = "branch";

/** How this machine is called among them: it is meant also while its sandbox is not known yet. */
export const HERE = "here";

export function draftOf(settings: FolderSettings, services: readonly InstantServiceView[]): SettingsDraft {
  const { envFile, variable, publicPrefix, referrer, seed, source, writeWithoutAsking } = settings;
  const service = source.kind === "temporary" ? source.service : null;
  const request: ConnectionRequest = source.kind === "branch" ? source.request : {};
  return {
    envFile,
    variable,
    publicPrefix,
    referrer,
    seedPath: seed?.path ?? "",
    place: source.kind === "branch" ? BRANCH : placeOf(serviceKey(service), services),
    address: service?.kind === "custom" ? service.address : "",
    accountId: source.kind === "branch" ? source.accountId : "",
    projectId: source.kind === "branch" ? source.projectId : "",
    branchId: request.branchId ?? "",
    database: request.database ?? "",
    role: request.role ?? "",
    pooled: request.pooled ?? true,
    writeWithoutAsking,
  };
}

/** The place of an instant service, as its options call it. */
export function placeOf(key: string, services: readonly InstantServiceView[]): string {
  return key === "" || key === serviceKey(ownService(services)) ? HERE : key;
}

export function settingsOf(draft: SettingsDraft): FolderSettings {
  const seedPath = draft.seedPath.trim();
  const isBranch = draft.place === BRANCH;
  return {
    envFile: draft.envFile.trim(),
    variable: draft.variable.trim(),
    ...hiddenOf(draft),
    // An SQL file fills new databases only.
    seed: seedPath && !isBranch ? { type: "sql-script", path: seedPath } : null,
    source: sourceOf(draft),
    writeWithoutAsking: draft.writeWithoutAsking,
  };
}

/** What is of use to temporary databases alone. Beside a branch it is not shown, so what can't be used there counts as not typed. */
function hiddenOf(draft: SettingsDraft): Pick<FolderSettings, "publicPrefix" | "referrer"> {
  const [publicPrefix, referrer] = [draft.publicPrefix.trim(), draft.referrer.trim()];
  if (draft.place !== BRANCH) return { publicPrefix, referrer };
  return {
    publicPrefix: publicPrefix && !NAME.test(publicPrefix) ? DEFAULTS.publicPrefix : publicPrefix,
    referrer: referrer || DEFAULTS.referrer,
  };
}

const DEFAULTS = { publicPrefix: "VITE_", referrer: "plinth" } as const;

function sourceOf(draft: SettingsDraft): FolderSource {
  if (draft.place !== BRANCH) return { kind: "temporary", service: choiceOf(draft) };
  const { accountId, projectId, branchId, database, role, pooled } = draft;
  return {
    kind: "branch",
    accountId,
    projectId,
    request: { branchId, computeId: null, database, role, pooled },
  };
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const OUTSIDE = /^([\\/~]|[A-Za-z]:)|(^|[\\/])\.\.([\\/]|$)/;

/** What is wrong with a draft, by field, each a sentence that says how to put it right. */
export function fieldErrorsOf(draft: SettingsDraft): SettingsErrors {
  const errors: SettingsErrors = {};
  const { envFile, variable, publicPrefix: prefix } = settingsOf(draft);
  if (!envFile || OUTSIDE.test(envFile)) errors.envFile = FAULTS.envFile;
  if (!NAME.test(variable)) errors.variable = FAULTS.variable;
  if (prefix && !NAME.test(prefix)) errors.publicPrefix = FAULTS.variable;
  else if (prefix && variable.startsWith(prefix)) errors.variable = FAULTS.isPublic(prefix);
  return { ...errors, ...(draft.place === BRANCH ? branchErrorsOf(draft) : temporaryErrorsOf(draft)) };
}

function temporaryErrorsOf(draft: SettingsDraft): SettingsErrors {
  const errors: SettingsErrors = {};
  const address = draft.place === "custom" ? typedAddressError(draft.address) : undefined;
  if (address) errors.address = address;
  if (!draft.referrer.trim()) errors.referrer = FAULTS.referrer;
  return errors;
}

function branchErrorsOf(draft: SettingsDraft): SettingsErrors {
  const errors: SettingsErrors = {};
  if (!draft.accountId) errors.accountId = FAULTS.account;
  else if (!draft.projectId) errors.projectId = FAULTS.project;
  else if (!draft.branchId) errors.branchId = FAULTS.branch;
  else {
    if (!draft.database) errors.database = FAULTS.database;
    if (!draft.role) errors.role = FAULTS.role;
  }
  return errors;
}

/** A file within a folder by its path from there; any other one as it is. */
export function fromFolder(folder: string, path: string): string {
  const begin = folder.endsWith("/") ? folder : `${folder}/`;
  return path.startsWith(begin) ? path.slice(begin.length) : path;
}
