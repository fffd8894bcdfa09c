import type { ComputeSizeView, ProjectUsageView, ProjectView } from "@/ipc/generated";

/** More than so many different ones are not had in common: what is remembered of them begins anew. */
const MOST = 1_000;

/** The first of all values that are alike. */
class Firsts<Value> {
  readonly #byKey = new Map<string, Value>();

  of(value: Value, key: string): Value {
    const first = this.#byKey.get(key);
    if (first !== undefined) return first;
    if (this.#byKey.size >= MOST) this.#byKey.clear();
    this.#byKey.set(key, value);
    return value;
  }
}

const words = new Firsts<string>();
const sizes = new Firsts<ComputeSizeView>();
const usages = new Firsts<ProjectUsageView>();

/**
 * Keeps what many projects have in common once, where each that was read has its own: collecting garbage, the engine goes
 * over all that is kept, and with a hundred thousand projects the window waits for it. For a project that nobody has seen
 * yet: it is changed in place.
 */
export function shareValues(project: ProjectView): void {
  project.regionId = word(project.regionId);
  project.proxyHost = word(project.proxyHost);
  project.organizationId = word(project.organizationId);
  project.organization = word(project.organization);
  project.permission = word(project.permission);
  project.computeSize = sizes.of(project.computeSize, keyOf(project.computeSize));
  project.usage = usages.of(project.usage, keyOf(project.usage));
  const { createdAt } = project;
  if (project.updatedAt === createdAt) project.updatedAt = createdAt;
  if (project.lastActiveAt === createdAt) project.lastActiveAt = createdAt;
}

const word = (text: string | null): string | null => (text === null ? null : words.of(text, text));

/** The names too: which of them are there differs. */
function keyOf(values: object): string {
  return JSON.stringify(values);
}
