import { useMemo } from "react";
import { viewOf } from "@/data/errors";
import { sentence } from "@/data/format";
import { type ShownList, useProjectList } from "@/features/projects/useProjectRows";
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
        placeholder={isComing(list) ? CREATE.loadingShort : CREATE.chooseProject}
        onChange={onChange}
      />
    </Field>
  );
}

/** Whether there are more than can be chosen yet. */
const isComing = ({ pending, coming }: ShownList) => pending || coming > 0;

function hintOf(list: ShownList) {
  if (list.error) return CREATE.projectsFailed(sentence(viewOf(list.error).message));
  if (isComing(list)) return CREATE.loadingProjects;
  return list.items.length === 0 ? CREATE.noProjects : undefined;
}
