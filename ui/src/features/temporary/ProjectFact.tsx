import { useQuery } from "@tanstack/react-query";
import { projectQuery } from "@/data/queries";
import type { TemporaryView } from "@/ipc/generated";
import { Link } from "@/kit/route/Link";

interface ProjectFactProps {
  row: TemporaryView;
  projectId: string;
}

/** The project under a database: once it is claimed into an account that is connected here, by its name and with the way there. */
export function ProjectFact({ row, projectId }: ProjectFactProps) {
  const account = row.state === "claimed" ? row.accountId : null;
  const project = useQuery({ ...projectQuery(account ?? "", projectId), enabled: account !== null });
  if (account === null || !project.data) return <code data-selectable>{projectId}</code>;
  return <Link to={{ screen: "project", account, id: projectId }}>{project.data.name}</Link>;
}
