import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answer, commandsCalled } from "@/test/backend";
import { openPalette } from "@/test/palette";
import { account, branch, compute } from "@/test/views";
import { openWindow } from "@/test/window";

const PROJECT = "shop-prod-12345678";

beforeEach(() => {
  answer("branchList", () => [
    branch({ isDefault: true }),
    branch({ id: "br-dev-1", name: "dev", parentId: "br-main-1", isProtected: true }),
  ]);
  answer("computeList", () => [compute({ branchId: "br-dev-1", state: "idle" })]);
});

const tabOf = (tab: "branches" | "computes") =>
  ({ screen: "project", account: "sandbox", id: PROJECT, tab }) as const;

/** Opens the line of a branch or of its compute, and leaves the keys on it. */
async function openLine(tab: "branches" | "computes", name: RegExp, heading: string) {
  const view = openWindow(tabOf(tab));
  await view.user.click(await screen.findByRole("row", { name }));
  await screen.findByRole("heading", { name: heading });
  const line = screen.getByRole("row", { name });
  line.focus();
  return { ...view, line };
}

test("Delete on a protected branch says why it does not, beside the open detail", async () => {
  const { user } = await openLine("branches", /dev/, "dev");
  await user.keyboard("{Delete}");
  expect(await screen.findByText("This branch is protected. Unprotect it first.")).toBeTruthy();
  expect(screen.queryByRole("dialog", { name: /^Delete dev\?/ })).toBeNull();
  expect(commandsCalled()).not.toContain("branchDelete");
});

test.each([
  ["branches", /dev/, "dev"],
  ["computes", /ep-quiet-1/, "ep-quiet-1"],
] as const)("the letter S starts nothing among the %s, wherever the keys are", async (tab, name, heading) => {
  const { user, line, router } = await openLine(tab, name, heading);
  const before = commandsCalled();
  const start = await screen.findByRole("button", { name: "Start" });
  for (const place of [line, start]) {
    place.focus();
    await user.keyboard("sS");
  }
  start.blur();
  await user.keyboard("sS");
  // A key that is answered is answered at once, so what another one asked for comes after it.
  await user.keyboard("?");
  const help = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
  // What rows of several kinds answer to stands there once.
  for (const title of ["Delete…", "Rename…"]) expect(help.getAllByText(title)).toHaveLength(1);
  expect(commandsCalled()).toEqual(before);
  expect(router.current()).toMatchObject(tabOf(tab));
});

test("in a locked account no compute is asked for where a branch has none", async () => {
  answer("accountList", () => [account({ isReadOnly: true })]);
  answer("computeList", () => [compute({ branchId: "br-dev-1" })]);
  const { user } = openWindow({ ...tabOf("branches"), branch: "br-main-1" });
  // The branch without a compute offers one.
  const offer = await screen.findByRole("button", { name: "New compute…" });
  await waitFor(() => expect(offer.ariaDisabled).toBe("true"));
  await user.click(offer);
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "More actions for main" }));
  const item = await screen.findByRole("menuitem", { name: /^New compute…/ });
  expect(item.ariaDisabled).toBe("true");
  expect(item.textContent).toContain("The account is read-only");
  await user.click(item);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("in a locked account the list of computes and the palette say why there is no new one", async () => {
  answer("accountList", () => [account({ isReadOnly: true })]);
  const { user } = openWindow(tabOf("computes"));
  const create = await screen.findByRole("button", { name: "New compute…" });
  await waitFor(() => expect(create.ariaDisabled).toBe("true"));
  expect(create.title).toBe("The account is read-only");
  await user.click(create);
  expect(screen.queryByRole("dialog")).toBeNull();
  await openPalette(user);
  await user.keyboard("new compute");
  expect(await screen.findByRole("option", { name: /New compute….*read-only/ })).toBeTruthy();
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("dialog", { name: "New compute" })).toBeNull();
});
