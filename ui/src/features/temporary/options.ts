import { ABSOLUTE, envErrorsOf } from "@/features/envFile/fieldErrors";
import type { InstantServiceChoice, InstantServiceView, TemporaryOptions } from "@/ipc/generated";
import { OPTION_ERRORS, optionsLine } from "./words";

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
export type OptionsErrors = Partial<Record<keyof OptionsDraft, string>>;

/** How an instant service is called in a draft. */
export function serviceKey(choice: InstantServiceChoice | null): string {
  if (choice === null) return "";
  return choice.kind === "account" ? `account:${choice.accountId}` : choice.kind;
}

/** The instant service that is meant when none was chosen: this machine where it is known, and never a hosted one unasked. */
export function ownService(services: readonly InstantServiceView[]): InstantServiceChoice | null {
  return services.find((service) => service.kind === "thisMachine")?.choice ?? null;
}

/** Whether a database with these options would be made on this machine. */
export function isHere(
  { place: service }: TemporaryOptions,
  services: readonly InstantServiceView[],
): boolean {
  return service === null || serviceKey(service) === serviceKey(ownService(services));
}

export function draftOf(options: TemporaryOptions, services: readonly InstantServiceView[]): OptionsDraft {
  const service = options.place ?? ownService(services);
  return {
    place: serviceKey(service),
    address: service?.kind === "custom" ? service.address : "",
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

/** The instant service of a draft; none where it is that of this machine, which was never started. */
export function choiceOf({
  place: service,
  address,
}: Pick<OptionsDraft, "place" | "address">): InstantServiceChoice | null {
  if (service === "neon") return { kind: "neon" };
  if (service === "custom") return { kind: "custom", address: address.trim() };
  return service.startsWith("account:")
    ? { kind: "account", accountId: service.slice("account:".length) }
    : null;
}

export function fieldErrorsOf(draft: OptionsDraft): OptionsErrors {
  const fieldErrors: OptionsErrors = {};
  if (!draft.place) fieldErrors.place = OPTION_ERRORS.place;
  if (draft.place === "custom") {
    const fieldError = typedAddressError(draft.address);
    if (fieldError) fieldErrors.address = fieldError;
  }
  if (!draft.reference.trim()) fieldErrors.reference = OPTION_ERRORS.reference;
  return { ...fieldErrors, ...envErrorsOf(draft), ...seedErrorsOf(draft) };
}

function seedErrorsOf({ seedPath }: OptionsDraft): OptionsErrors {
  if (!seedPath.trim() || ABSOLUTE.test(seedPath.trim())) return {};
  return { seedPath: OPTION_ERRORS.seedPath };
}

/** What is wrong with the typed address of an instant service; nothing for one that can be. */
export function typedAddressError(text: string): string | undefined {
  const address = URL.parse(text.trim());
  if (text.trim() === "") return OPTION_ERRORS.addressMissing;
  if (!address) return OPTION_ERRORS.address;
  if (address.username || address.password) return OPTION_ERRORS.credentials;
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(address.hostname);
  if (address.protocol === "https:" || (address.protocol === "http:" && loopback)) return undefined;
  return OPTION_ERRORS.scheme;
}

/** What the next click on New will do, in a line: `this machine · ref plinth · seeds schema.sql`. */
export function summaryOf(options: TemporaryOptions, services: readonly InstantServiceView[]): string {
  const key = serviceKey(options.place ?? ownService(services));
  const where =
    options.place?.kind === "custom"
      ? options.place.address
      : services.find((service) => serviceKey(service.choice) === key)?.label;
  return optionsLine(options, where);
}
