import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { createQueryClient } from "@/data/client";
import { accountsQuery } from "@/data/queries";
import type { AccountView, OrganizationView } from "@/ipc/generated";
import { answer, callsOf, refuse } from "@/test/backend";
import { pick } from "@/test/interactions";
import { account } from "@/test/views";
import { OrganizationPicker } from "./OrganizationPicker";
import { chosenOrganization } from "./organization";

const organization = (id: string): OrganizationView => ({
  id,
  name: `Name of ${id}`,
  plan: null,
  createdAt: null,
});
const needing = (changes: Partial<AccountView> = {}) => {
  const { profile, ...rest } = account(changes);
  return { ...rest, profile: { ...profile, needsOrganization: true } };
};

test("the one that was chosen counts while it is there", () => {
  const both = [organization("org-a"), organization("org-b")];
  const chosen = needing({ organizationId: "org-b" });
  expect(chosenOrganization(chosen, both)).toEqual({ organizationId: "org-b", missing: false });
  expect(chosenOrganization(chosen, undefined)).toEqual({ organizationId: "org-b", missing: false });
  expect(chosenOrganization(chosen, [organization("org-a"), organization("org-c")])).toEqual({
    organizationId: null,
    missing: true,
  });
});

test("the only one counts by itself where one must be named, and none where none must", () => {
  const one = [organization("org-a")];
  expect(chosenOrganization(needing(), one)).toEqual({ organizationId: "org-a", missing: false });
  expect(chosenOrganization(account(), one)).toEqual({ organizationId: null, missing: false });
  expect(chosenOrganization(needing({ keyKind: "organization" }), [])).toEqual({
    organizationId: null,
    missing: false,
  });
});

function picker(of: AccountView) {
  const client = createQueryClient();
  client.setQueryData(accountsQuery.queryKey, [of]);
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={client}>
      <OrganizationPicker account={of} />
    </QueryClientProvider>,
  );
  return { client, user };
}

test("a choice is remembered with the account, and so is every organization", async () => {
  answer("organizationList", () => [organization("org-a"), organization("org-b")]);
  answer("accountRemember", ({ organizationId }) => account({ organizationId }));
  const { client, user } = picker(account({ organizationId: "org-b" }));
  await pick(user, await screen.findByRole("combobox", { name: "Organization" }), /Name of org-a/);
  await waitFor(() =>
    expect(callsOf("accountRemember")).toEqual([{ id: "sandbox", organizationId: "org-a", projectId: null }]),
  );
  await waitFor(() => expect(client.getQueryData(accountsQuery.queryKey)?.[0]?.organizationId).toBe("org-a"));
  await pick(user, screen.getByRole("combobox", { name: "Organization" }), "All organizations");
  expect(screen.getByRole("combobox", { name: "Organization" }).textContent).not.toContain("Choose");
  await waitFor(() =>
    expect(callsOf("accountRemember").at(1)).toEqual({ id: "sandbox", organizationId: "", projectId: null }),
  );
});

test("nothing is asked for a key that belongs to one organization, and there is nothing to choose", () => {
  picker(account({ keyKind: "organization" }));
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(callsOf("organizationList")).toEqual([]);
});

test("organizations that could not be read can be read again", async () => {
  refuse("organizationList", { code: "offline", message: "No way there" });
  const { user } = picker(account());
  const again = await screen.findByRole("button", { name: "Refresh organizations" });
  answer("organizationList", () => [organization("org-a")]);
  await user.click(again);
  expect(await screen.findByRole("combobox", { name: "Organization" })).toBeTruthy();
});
