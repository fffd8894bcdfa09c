import { viewOf } from "@/data/errors";
import { sentence } from "@/data/format";
import { isComing, useProjectOptions } from "@/features/projects/projectOptions";
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
  const options = useProjectOptions(list);
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

function hintOf(list: ShownList) {
  if (list.error) return CREATE.projectsFailed(sentence(viewOf(list.error).message));
  if (isComing(list)) return CREATE.loadingProjects;
  return list.items.length === 0 ? CREATE.noProjects : undefined;
}
