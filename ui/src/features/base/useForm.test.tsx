import { screen, waitFor } from "@testing-library/react";
import { act } from "react";
import { expect, test } from "vitest";
import { openDialog } from "@/kit/overlay/dialogs";
import { answer, callsOf, refuse } from "@/test/backend";
import { project } from "@/test/views";
import { openWindow } from "@/test/window";

async function renaming() {
  const { user } = openWindow({ screen: "projects" });
  await screen.findByText("No projects yet");
  act(() =>
    openDialog({
      dialog: "renameProject",
      accountId: "sandbox",
      project: project({ name: "shop" }),
    }),
  );
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
  await user.type(field, "-prod");
  return { user, field, rename: () => user.click(screen.getByRole("button", { name: "Rename" })) };
}

test("a refusal that is about a field stands there, with the focus, until something else is typed", async () => {
  refuse("projectUpdate", { code: "invalid", message: "The name is reserved", hint: "Choose another one." });
  const { user, field, rename } = await renaming();
  await rename();
  expect(await screen.findByText("The name is reserved. Choose another one.")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await user.type(field, "2");
  expect(screen.queryByText(/The name is reserved/)).toBeNull();
  answer("projectUpdate", () => ({ item: project({ name: "shop-prod2" }), operations: [] }));
  await rename();
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Rename shop" })).toBeNull());
  expect(callsOf("projectUpdate")).toHaveLength(2);
});

test("any other refusal stands under the fields", async () => {
  refuse("projectUpdate", { code: "platform", message: "The plan allows no such thing" });
  const { rename } = await renaming();
  await rename();
  expect((await screen.findByRole("alert")).textContent).toContain("The plan allows no such thing");
});
