import { queryOptions } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";

export const organizationsQuery = (accountId: string) =>
  queryOptions({
    queryKey: keys.organizations(accountId),
    queryFn: () => call.organizationList(accountId),
  });

export const budgetQuery = (accountId: string) =>
  queryOptions({ queryKey: keys.budget(accountId), queryFn: () => call.accountBudget(accountId) });
