import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { AdvisorIssueView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { deferred, pick } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import { branch, database, inHours } from "@/test/views";
import { openWindow } from "@/test/window";

const MAIN = branch({ id: "br-main-1", name: "main", isDefault: true });
const DEV = branch({ id: "br-dev-1", name: "dev", isDefault: false });

const issue = (changes: Partial<AdvisorIssueView> = {}): AdvisorIssueView => ({
  key: "no_primary_key_orders",
  title: "No primary key",
  level: "info",
  categories: ["PERFORMANCE"],
  isExternal: false,
  description: "The table has no primary key",
  detail: "Table `public.orders` does not have a primary key",
  remediation: "https://www.postgresql.org/docs/17/ddl-constraints.html",
  ...changes,
});

const POLICY = issue({
  key: "policy",
  title: "Policies without row-level security",
  level: "error",
  categories: ["SECURITY"],
  isExternal: true,
  detail: "Table `public.notes` has policies",
});

beforeEach(() => {
  answer("branchList", () => [MAIN, DEV]);
  answer("databaseList", () => [database(), database({ name: "reports" })]);
  answer("advisorList", () => [POLICY, issue(), issue({ key: "two", detail: "Table `public.logs`" })]);
});

const part = async () => within(await screen.findByRole("region", { name: "Advisors" }));
const run = async () => (await part()).findByRole("button", { name: "Check database" });
const again = () => screen.findByRole("button", { name: "Run again" });

test("a database is checked by a click, and what is found stands by its kind, the worst first", async () => {
  const { user } = openWindow(onProject());
  await run();
  expect(callsOf("advisorList")).toEqual([]);
  await user.click(await run());
  expect(await screen.findByText("1 error, 2 suggestions")).toBeTruthy();
  expect(callsOf("advisorList")).toEqual([
    { accountId: "sandbox", projectId: ID, branchId: "br-main-1", database: "svcdb" },
  ]);
  const cards = within(screen.getByRole("list", { name: "Issues" })).getAllByRole("heading");
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    "Policies without row-level security",
    "No primary key",
  ]);
  const policies = within(screen.getByRole("region", { name: "Policies without row-level security" }));
  for (const words of ["Error", "Security", "Exposed", "public.notes"]) {
    expect(policies.getByText(words)).toBeTruthy();
  }
  const keyless = within(screen.getByRole("region", { name: "No primary key" }));
  expect(keyless.getByText("public.logs").tagName).toBe("CODE");
  await user.click(keyless.getByRole("button", { name: "Copy link" }));
  expect(await navigator.clipboard.readText()).toBe(issue().remediation);
  answer("advisorOpen", () => null);
  await user.click(keyless.getByRole("button", { name: "Open on www.postgresql.org" }));
  expect(callsOf("advisorOpen")).toEqual([{ url: issue().remediation }]);
});

test("a page that is not encrypted is copied and not opened, and one that cannot be opened says so", async () => {
  answer("advisorList", () => [
    issue({ title: "Plain", remediation: "http://docs.example.com/a" }),
    issue({ key: "two", title: "Refused", remediation: "https://docs.example.com/b" }),
  ]);
  refuse("advisorOpen", { code: "linkRefused", message: "The page was not opened" });
  const { user } = openWindow(onProject());
  await user.click(await run());
  const plain = within(await screen.findByRole("region", { name: "Plain" }));
  expect(plain.queryByRole("button", { name: /^Open/ })).toBeNull();
  const refused = within(screen.getByRole("region", { name: "Refused" }));
  await user.click(refused.getByRole("button", { name: "Open on docs.example.com" }));
  expect(await refused.findByText("Couldn’t open the page")).toBeTruthy();
});

test("each database has findings of its own, and another one is not checked unasked", async () => {
  const { user } = openWindow(onProject());
  await user.click(await run());
  await screen.findByText("1 error, 2 suggestions");
  await pick(user, (await part()).getByRole("combobox", { name: "Database to check" }), "reports");
  await user.click(await run());
  await waitFor(() =>
    expect(callsOf("advisorList").at(-1)).toEqual({
      accountId: "sandbox",
      projectId: ID,
      branchId: "br-main-1",
      database: "reports",
    }),
  );
  await pick(user, (await part()).getByRole("combobox", { name: "Branch to check" }), /^dev/);
  await run();
  expect(callsOf("advisorList")).toHaveLength(2);
});

test("a check that fails keeps what was found before, with its age", async () => {
  const { user } = openWindow(onProject());
  await user.click(await run());
  await screen.findByText("1 error, 2 suggestions");
  refuse("advisorList", { code: "platform", message: "the database could not be checked" });
  await user.click(await again());
  expect(await screen.findByText("Couldn’t check the database")).toBeTruthy();
  expect(screen.getByText("1 error, 2 suggestions")).toBeTruthy();
  expect(screen.getByText(/^Last checked/)).toBeTruthy();
  answer("advisorList", () => []);
  await user.click((await part()).getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("No issues found in this database.")).toBeTruthy();
  expect(screen.queryByText("Couldn’t check the database")).toBeNull();
});

test("a platform that has no advisors says so", async () => {
  refuse("advisorList", { code: "notFound", message: "this route does not exist" });
  const { user } = openWindow(onProject());
  await user.click(await run());
  expect(await screen.findByText("Couldn’t check the database")).toBeTruthy();
  expect(screen.getByText(/this route does not exist/)).toBeTruthy();
});

test("the first check shows that it goes on, and a branch that was reset asks for another", async () => {
  const held = deferred<AdvisorIssueView[]>();
  answer("advisorList", () => held.promise);
  const { user } = openWindow(onProject());
  await user.click(await run());
  expect(await screen.findByRole("status", { name: /Loading issues/ })).toBeTruthy();
  held.resolve([issue()]);
  expect(await screen.findByText("1 suggestion")).toBeTruthy();
  answer("branchList", () => [{ ...MAIN, lastResetAt: inHours(0) }, DEV]);
  publish({ kind: "projectChanged", accountId: "sandbox", projectId: ID });
  expect(await screen.findByText(/main changed since it was checked/)).toBeTruthy();
  expect(callsOf("advisorList")).toHaveLength(1);
});

test("many cases of one kind are shown in two steps", async () => {
  const many = Array.from({ length: 30 }, (_, at) => issue({ key: `${at}`, detail: `Table \`t${at}\`` }));
  answer("advisorList", () => many);
  const { user } = openWindow(onProject());
  await user.click(await run());
  expect(await screen.findByText("30 suggestions")).toBeTruthy();
  const card = within(screen.getByRole("region", { name: "No primary key" }));
  expect(card.getAllByRole("listitem")).toHaveLength(8);
  await user.click(card.getByRole("button", { name: "Show 22 more cases" }));
  expect(card.getAllByRole("listitem")).toHaveLength(30);
});
