import type { ProjectView } from "@/ipc/generated";

/** As many as a list that is opened can have at once. */
const MOST = 100;

/** The projects that fit what is typed, by name; what is chosen stays among them. */
export function projectsFound(items: readonly ProjectView[], filter: string, chosen: string | null) {
  const wanted = filter.trim().toLowerCase();
  const fits = ({ id, name }: ProjectView) =>
    wanted === "" || name.toLowerCase().includes(wanted) || id.includes(wanted);
  const fitting = items.filter(fits).sort((one, other) => one.name.localeCompare(other.name));
  const shown = fitting.slice(0, MOST);
  const kept = shown.some(({ id }) => id === chosen) ? [] : items.filter(({ id }) => id === chosen);
  return { shown: [...kept, ...shown], fitting: fitting.length };
}
