import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { accountsQuery } from "@/data/queries";
import type { AccountView } from "@/ipc/generated";
import { type Action, action } from "@/kit/action/action";
import { useActionSurroundings } from "@/kit/action/useActions";
import { switchTo } from "./actions";
import { ACTIONS } from "./words";

const MOST = 9;

/** The keys that lead to an account, by its place among them. */
export function switchKeys(index: number): string | undefined {
  return index < MOST ? `Mod+${index + 1}` : undefined;
}

/** "Switch to …", one for each account, the first nine with a number key. */
export function switchActions(accounts: readonly Pick<AccountView, "id" | "name">[]): readonly Action[] {
  return accounts.map(({ id, name }, index) => {
    const shortcut = switchKeys(index);
    return action({
      id: `account.switch.${id}`,
      group: ACTIONS.accounts,
      title: ACTIONS.switchToNamed(name),
      icon: "user",
      keywords: "account change",
      ...(shortcut !== undefined && { shortcut }),
      run: (tools) => switchTo(id, tools),
    });
  });
}

/** Keeps the actions that switch in step with the accounts there are. */
export function useAccountSwitches(): void {
  const { registry } = useActionSurroundings();
  const { data } = useQuery({ ...accountsQuery, select: namesOf });
  const actions = useMemo(() => switchActions(data ?? []), [data]);
  useEffect(() => registry.register(actions), [registry, actions]);
}

/** Only what the actions say: an account that merely changed its state makes none anew. */
const namesOf = (accounts: readonly AccountView[]) => accounts.map(({ id, name }) => ({ id, name }));
