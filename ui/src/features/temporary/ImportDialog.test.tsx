import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answer, callsOf, refuse } from "@/test/backend";
import { cacheText } from "@/test/cache";
import { row } from "@/test/views";
import { openWindow } from "@/test/window";

const LINK = "https://neon.new/claim/0198-secret";

async function openImport() {
  const view = openWindow();
  await view.user.click(await screen.findByRole("button", { name: "Import…" }));
  return {
    ...view,
    dialog: within(await screen.findByRole("dialog", { name: "Import temporary database" })),
  };
}

test("a link is typed as a password is, and stays out of every cache", async () => {
  refuse("temporaryImportLink", { code: "notFound", message: "There is no such database" });
  const { user, dialog, client } = await openImport();
  await user.click(dialog.getByRole("radio", { name: "From a link" }));
  const field = dialog.getByLabelText("Claim link");
  expect(field.getAttribute("type")).toBe("password");
  await user.type(field, LINK);
  await user.click(dialog.getByRole("button", { name: "Import" }));
  expect((await dialog.findByRole("alert")).textContent).toContain("There is no such database");
  expect(field).toHaveProperty("value", LINK);
  expect(callsOf("temporaryImportLink")).toEqual([{ link: LINK }]);
  expect(cacheText(client)).not.toContain("0198-secret");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(await dialog.findByText("Discard your changes?")).toBeTruthy();
});

test("without a link the focus is in its field", async () => {
  const { user, dialog } = await openImport();
  await user.click(dialog.getByRole("radio", { name: "From a link" }));
  await user.click(dialog.getByRole("button", { name: "Import" }));
  expect(dialog.getByText("Paste the claim link.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Claim link")));
});

test("the links of an env file are listed without themselves, and one is chosen", async () => {
  answer("envPickFile", () => "/code/app/.env");
  answer("temporaryImportScan", () => [
    {
      variable: "PUBLIC_POSTGRES_CLAIM_URL",
      line: 7,
      host: "neon.new",
      hasConnection: true,
      refused: null,
      knownAs: null,
    },
    {
      variable: "OLD_CLAIM_URL",
      line: 9,
      host: "neon.new",
      hasConnection: false,
      refused: null,
      knownAs: "demo",
    },
  ]);
  answer("temporaryImportEnv", () => row({ name: "imported" }));
  const { user, dialog, router } = await openImport();
  await user.click(dialog.getByRole("button", { name: "Browse…" }));
  const list = within(await dialog.findByRole("list", { name: "Claim links found" }));
  const [first, second] = await list.findAllByRole("button", { name: "Import" });
  expect(second).toHaveProperty("disabled", true);
  expect(list.getByText(/already in the list as demo/)).toBeTruthy();
  if (first) await user.click(first);
  await waitFor(() =>
    expect(callsOf("temporaryImportEnv")).toEqual([
      { path: "/code/app/.env", variable: "PUBLIC_POSTGRES_CLAIM_URL" },
    ]),
  );
  await waitFor(() => expect(router.current()).toEqual({ screen: "temporary", id: "row-1" }));
});
