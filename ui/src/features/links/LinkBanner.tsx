import { useQuery, useQueryClient } from "@tanstack/react-query";
import { failureText } from "@/data/errors";
import { accountsQuery } from "@/data/queries";
import type { AccountView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Button } from "@/kit/control/Button";
import { Banner } from "@/kit/layout/Banner";
import { Menu } from "@/kit/overlay/Menu";
import { MenuItem } from "@/kit/overlay/MenuItem";
import { useRouter } from "@/kit/route/useRouter";
import { openNewest, projectRoute } from "./openLink";
import { type LinkedProject, setLinkProblem, useLinkProblem } from "./problem";
import { LINK, PROBLEM } from "./words";

/** Across the top of the window: why the newest link was not opened, until the next one is, or it is dismissed. */
export function LinkBanner() {
  const problem = useLinkProblem();
  if (!problem) return null;
  return (
    <Banner
      tone="warning"
      icon="link"
      title={PROBLEM[problem.kind].title}
      passing
      testId="link-banner"
      actions={
        <>
          {problem.kind === "unknownProject" && <LookInAccounts project={problem} />}
          {problem.kind === "otherAccount" && <OpenInAccount {...problem} />}
          {problem.kind === "failed" && <AgainButton />}
          <Button size="small" onClick={() => setLinkProblem(undefined)}>
            {LINK.dismiss}
          </Button>
        </>
      }
    >
      {problem.kind === "failed" ? failureText(problem.error) : PROBLEM[problem.kind].text}
    </Banner>
  );
}

/** Goes to the project of a link in an account, by a click. */
function useOpenIn(project: LinkedProject) {
  const router = useRouter();
  return (account: string) => {
    setLinkProblem(undefined);
    router.go(projectRoute(account, project));
  };
}

function OpenInAccount({ account, project }: { account: AccountView; project: LinkedProject }) {
  const open = useOpenIn(project);
  return (
    <Button size="small" onClick={() => open(account.id)}>
      {LINK.openIn(account.name)}
    </Button>
  );
}

/** The way to ask one account after all: no account is asked about the project of a link by itself. */
function LookInAccounts({ project }: { project: LinkedProject }) {
  const accounts = useQuery(accountsQuery).data ?? [];
  const look = useOpenIn(project);
  const [first, ...others] = accounts;
  if (!first) return <ActionButton action="account.connect" size="small" />;
  if (others.length === 0) {
    return (
      <Button size="small" onClick={() => look(first.id)}>
        {LINK.lookIn(first.name)}
      </Button>
    );
  }
  return (
    <Menu
      trigger={
        <Button size="small" icon="chevronDown">
          {LINK.lookInOne}
        </Button>
      }
    >
      {accounts.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => look(id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

function AgainButton() {
  const client = useQueryClient();
  const router = useRouter();
  return (
    <Button size="small" icon="refresh" onClick={() => void openNewest(client, router)}>
      {LINK.again}
    </Button>
  );
}
