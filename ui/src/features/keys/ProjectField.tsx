import { useMemo, useState } from "react";
import { viewOf } from "@/data/errors";
import { counted, sentence } from "@/data/format";
import { useProjectList } from "@/features/projects/useProjectRows";
import type { AccountView, ProjectView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { SearchInput } from "@/kit/control/SearchInput";
import { Select } from "@/kit/control/Select";

interface ProjectFieldProps {
  account: AccountView;
  organizationId: string;
  value: string | null;
  onChange(id: string): void;
  error: string | undefined;
}

/** From how many projects on they are looked for by name before one is chosen. */
const SEARCHED_FROM = 12;

/** One project of an organization. Of many only those that fit what is typed can be chosen. */
export function ProjectField({ account, organizationId, value, onChange, error }: ProjectFieldProps) {
  const list = useProjectList(account, "own", organizationId, true);
  const [filter, setFilter] = useState("");
  const { shown, fitting } = useMemo(
    () => projectsFound(list.items, filter, value),
    [list.items, filter, value],
  );
  const many = list.items.length >= SEARCHED_FROM;
  return (
    <>
      {many && (
        <SearchInput
          label="Find a project"
          placeholder="Find a project"
          value={filter}
          onChange={setFilter}
        />
      )}
      <Field label="Project" hint={hintOf(list, many ? fitting : undefined, shown.length)} error={error}>
        <Select<string>
          options={shown.map(({ id, name }) => ({ value: id, label: name, detail: id }))}
          value={value}
          placeholder={list.pending ? "Loading…" : "Choose a project…"}
          onChange={onChange}
        />
      </Field>
    </>
  );
}

function hintOf(list: ReturnType<typeof useProjectList>, fitting: number | undefined, shown: number) {
  if (list.error) return `Not all projects could be read. ${sentence(viewOf(list.error).message)}`;
  if (list.pending) return "Loading projects.";
  if (list.items.length === 0) return "This organization has no projects yet.";
  if (fitting === undefined) return "Choose a project of the organization.";
  const more = fitting > shown ? ` The first ${shown} are listed. Type more of the name.` : "";
  return `${counted(fitting, "project")} to choose from.${more}`;
}

/** As many as a list that is opened can have at once. */
const MOST = 100;

/** The projects that fit what is typed, by name; what is chosen stays among them. */
function projectsFound(items: readonly ProjectView[], filter: string, chosen: string | null) {
  const wanted = filter.trim().toLowerCase();
  const fits = ({ id, name }: ProjectView) =>
    wanted === "" || name.toLowerCase().includes(wanted) || id.includes(wanted);
  const fitting = items.filter(fits).sort((one, other) => one.name.localeCompare(other.name));
  const shown = fitting.slice(0, MOST);
  const kept = shown.some(({ id }) => id === chosen) ? [] : items.filter(({ id }) => id === chosen);
  return { shown: [...kept, ...shown], fitting: fitting.length };
}
