import { ABSOLUTE, envFaultsOf } from "@/features/envFile/faults";
import type { PlaceChoice, PlaceView, TemporaryOptions } from "@/ipc/generated";
import { OPTION_FAULTS, optionsLine } from "./words";

/** The options as they are typed: every field a text or a tick, so that nothing typed is ever lost. */
export interface OptionsDraft {
  /** `neon`, `custom`, `here` for a sandbox that was never started, or the id of an account after `account:`; empty while none is chosen. */
  place: string;
  address: string;
  reference: string;
  logicalReplication: boolean;
  envPath: string;
  envKey: string;
  envPrefix: string;
  seedPath: string;
}

/** What is wrong with a draft, by field, each a sentence that says how to put it right. */
export type OptionsFaults = Partial<Record<keyof OptionsDraft, string>>;

/** How a place is called in a draft. */
export function placeKey(choice: PlaceChoice | null): string {
  if (choice === null) return "";
  return choice.kind === "account" ? `account:${choice.accountId}` : choice.kind;
}

/** The place that is meant when none was chosen: this machine where it is known, and never a hosted one unasked. */
export function ownPlace(places: readonly PlaceView[]): PlaceChoice | null {
  return places.find((place) => place.kind === "thisMachine")?.choice ?? null;
}

/** Whether a database with these options would be made on this machine. */
export function isHere({ place }: TemporaryOptions, places: readonly PlaceView[]): boolean {
  return place === null || placeKey(place) === placeKey(ownPlace(places));
}

export function draftOf(options: TemporaryOptions, places: readonly PlaceView[]): OptionsDraft {
  const place = options.place ?? ownPlace(places);
  return {
    place: placeKey(place),
    address: place?.kind === "custom" ? place.address : "",
    reference: options.reference,
    logicalReplication: options.logicalReplication,
    envPath: options.envPath ?? "",
    envKey: options.envKey,
    envPrefix: options.envPrefix,
    seedPath: options.seedPath ?? "",
  };
}

export function optionsOf(draft: OptionsDraft): TemporaryOptions {
  return {
    place: choiceOf(draft),
    reference: draft.reference.trim(),
    logicalReplication: draft.logicalReplication,
    envPath: draft.envPath.trim() || null,
    envKey: draft.envKey.trim(),
    envPrefix: draft.envPrefix.trim(),
    seedPath: draft.seedPath.trim() || null,
  };
}

function choiceOf({ place, address }: OptionsDraft): PlaceChoice | null {
  if (place === "neon") return { kind: "neon" };
  if (place === "custom") return { kind: "custom", address: address.trim() };
  return place.startsWith("account:") ? { kind: "account", accountId: place.slice("account:".length) } : null;
}

export function faultsOf(draft: OptionsDraft): OptionsFaults {
  const faults: OptionsFaults = {};
  if (!draft.place) faults.place = OPTION_FAULTS.place;
  if (draft.place === "custom") {
    const fault = addressFault(draft.address);
    if (fault) faults.address = fault;
  }
  if (!draft.reference.trim()) faults.reference = OPTION_FAULTS.reference;
  return { ...faults, ...envFaultsOf(draft), ...seedFaultsOf(draft) };
}

function seedFaultsOf({ seedPath }: OptionsDraft): OptionsFaults {
  if (!seedPath.trim() || ABSOLUTE.test(seedPath.trim())) return {};
  return { seedPath: OPTION_FAULTS.seedPath };
}

function addressFault(text: string): string | undefined {
  const address = URL.parse(text.trim());
  if (!address) return OPTION_FAULTS.address;
  if (address.username || address.password) return OPTION_FAULTS.credentials;
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(address.hostname);
  if (address.protocol === "https:" || (address.protocol === "http:" && loopback)) return undefined;
  return OPTION_FAULTS.scheme;
}

/** What the next click on New will do, in a line: `this machine · ref plinth · seeds schema.sql`. */
export function summaryOf(options: TemporaryOptions, places: readonly PlaceView[]): string {
  const key = placeKey(options.place ?? ownPlace(places));
  const where =
    options.place?.kind === "custom"
      ? options.place.address
      : places.find((place) => placeKey(place.choice) === key)?.label;
  return optionsLine(options, where);
}
