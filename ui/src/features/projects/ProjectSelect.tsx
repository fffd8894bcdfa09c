import { viewOf } from "@/data/errors";
import { sentence } from "@/data/format";
import type { AccountView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Select } from "@/kit/control/Select";
import { isComing, useProjectOptions } from "./projectOptions";
import { useProjectList } from "./useProjectRows";

interface ProjectSelectProps {
  account: AccountView;
  value: string;
  error: string | undefined;
  words: {
    project: string;
    choose: string;
    loading: string;
    noProjects: string;
    unread(why: string): string;
  };
  onChange(id: string): void;
}

/** One of an account's projects, within another form. */
export function ProjectSelect({ account, value, error, words, onChange }: ProjectSelectProps) {
  const list = useProjectList(account, "own", account.organizationId || null, true);
  const options = useProjectOptions(list);
  const hint = list.error
    ? words.unread(sentence(viewOf(list.error).message))
    : !isComing(list) && options.length === 0 && words.noProjects;
  return (
    <Field label={words.project} error={error} hint={hint}>
      <Select<string>
        options={options}
        value={value || null}
        placeholder={isComing(list) ? words.loading : words.choose}
        onChange={onChange}
      />
    </Field>
  );
}
