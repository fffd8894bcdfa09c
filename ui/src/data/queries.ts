import { queryOptions } from "@tanstack/react-query";
import { call } from "@/ipc/call";
import { keys } from "./keys";

/** Views that more than one feature shows. */
export const appInfoQuery = queryOptions({ queryKey: keys.app, queryFn: () => call.appInfo() });
export const settingsQuery = queryOptions({ queryKey: keys.settings, queryFn: () => call.settingsGet() });
export const keychainQuery = queryOptions({ queryKey: keys.keychain, queryFn: () => call.keychainState() });
export const placesQuery = queryOptions({ queryKey: keys.places, queryFn: () => call.placeList() });
export const accountsQuery = queryOptions({ queryKey: keys.accounts, queryFn: () => call.accountList() });
export const workQuery = queryOptions({ queryKey: keys.work, queryFn: () => call.workList() });
export const sandboxQuery = queryOptions({
  queryKey: keys.sandboxState,
  queryFn: () => call.sandboxState(),
});
export const shelfQuery = queryOptions({
  queryKey: keys.temporaryList,
  queryFn: () => call.temporaryList(),
});
