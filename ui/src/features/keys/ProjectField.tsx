import { useMemo } from "react";
import { viewOf } from "@/data/errors";
import { sentence } from "@/data/format";
import { useProjectList } from "@/features/projects/useProjectRows";
import type { AccountView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { CREATE } from "./words";

interface ProjectFieldProps {
  account: AccountView;
  organizationId: string;
  value: string | null;
  onChange(id: string): void;
  error: string | undefined;
}

/** One project of an organization. */
export function ProjectField({ account, organizationId, value, onChange, error }: ProjectFieldProps) {
  const list = useProjectList(account, "own", organizationId, true);
  const options = useMemo(
    () =>
      list.items
        .map(({ id, name }) => ({ value: id, label: name, detail: id }))
        .sort((one, other) => one.label.localeCompare(other.label)),
    [list.items],
  );
  return (
    <Field label={CREATE.project} hint={hintOf(list)} error={error}>
      <Select<string>
        options={options}
        value={value}
        placeholder={list.pending ? CREATE.loadingShort : CREATE.chooseProject}
        onChange={onChange}
      />
    </Field>
  );
}

function hintOf(list: ReturnType<typeof useProjectList>) {
  if (list.error) return CREATE.projectsFailed(sentence(viewOf(list.error).message));
  if (list.pending) return CREATE.loadingProjects;
  return list.items.length === 0 ? CREATE.noProjects : undefined;
}
