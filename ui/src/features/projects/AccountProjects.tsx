import { useMemo, useRef, useState } from "react";
import { OrganizationPicker } from "@/features/accounts/OrganizationPicker";
import { BulkNotices } from "@/features/bulk/BulkNotices";
import { UndoNotices } from "@/features/undo/UndoNotices";
import type { AccountView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { usePublish } from "@/kit/action/useActions";
import { useFilterKey } from "@/kit/action/useFilterKey";
import { SearchInput } from "@/kit/control/SearchInput";
import { Screen } from "@/kit/layout/Screen";
import { useColumnChoice } from "./columnChoice";
import { ListBody } from "./ListBody";
import { ListNotices } from "./ListNotices";
import { ageOf, countWords } from "./listWords";
import { ProjectsBar } from "./ProjectsBar";
import { TickedBar } from "./TickedBar";
import { useProjects } from "./useProjects";
import { useTicked } from "./useTicked";

interface AccountProjectsProps {
  account: AccountView;
  deleted: boolean;
}

/** One list of an account: what is there, or what is deleted and can be brought back. */
export function AccountProjects({ account, deleted }: AccountProjectsProps) {
  const projects = useProjects(account, deleted);
  const columns = useColumnChoice();
  const [selected, setSelected] = useState(account.projectId ?? undefined);
  const ticked = useTicked(projects.rows, projects.shown);
  const found = useMemo(
    () => projects.rows.find(({ project }) => project.id === selected),
    [projects.rows, selected],
  );
  const field = useRef<HTMLInputElement>(null);
  useFilterKey(field);
  usePublish("project", found);
  usePublish("projects", projects.subject);

  // What is typed changes none of these, and they are most of what would be drawn with every key.
  const tools = useMemo(
    () => (
      <>
        <OrganizationPicker account={account} />
        <ActionButton action="project.new" tone="primary" />
      </>
    ),
    [account],
  );
  const notices = useMemo(
    () => (
      <>
        <UndoNotices accountId={account.id} of="projects" />
        <BulkNotices accountId={account.id} of="project" />
      </>
    ),
    [account.id],
  );

  return (
    <Screen
      title="Projects"
      tools={
        <>
          <SearchInput
            label="Filter the projects"
            value={projects.filter}
            onChange={projects.setFilter}
            shortcut="/"
            field={field}
          />
          {tools}
        </>
      }
    >
      <ProjectsBar
        deleted={deleted}
        whose={projects.whose}
        onWhose={projects.setWhose}
        columns={columns}
        subject={projects.subject}
        count={countWords(projects)}
        asOf={ageOf(projects)}
      />
      {notices}
      <ListNotices account={account} projects={projects} />
      <ListBody
        account={account}
        projects={projects}
        deleted={deleted}
        columns={columns.chosen}
        selected={selected}
        onSelect={setSelected}
        ticked={ticked}
      />
      {ticked.rows.length > 0 && <TickedBar account={account} ticked={ticked} deleted={deleted} />}
    </Screen>
  );
}
