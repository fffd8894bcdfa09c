import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { DiagnosticsView } from "@/ipc/generated";
import { openDialog } from "@/kit/overlay/dialogs";
import { answer, callsOf, refuse } from "@/test/backend";
import { openWindow } from "@/test/window";

const file = (id: string): DiagnosticsView => ({
  id,
  at: "2026-11-21T10:00:00Z",
  head: `# Plinth diagnostics of ${id}\n`,
  sections: [
    { section: "versions", text: "\n## Versions\n\n- Plinth: 0.1.0\n" },
    { section: "log", text: "\n## Log\n\na line\n" },
  ],
});

const shown = () => screen.getByLabelText("diagnostics file").textContent;

async function opened() {
  answer("diagnosticsPreview", ({ showsNames: names }) => file(names ? "named" : "numbered"));
  const window = openWindow();
  act(() => openDialog({ dialog: "diagnostics" }));
  await screen.findByText(/Plinth diagnostics of numbered/);
  return window;
}

test("what is read is what is saved, without what was left out", async () => {
  answer("diagnosticsPickFile", () => "/home/me/diagnostics.md");
  answer("diagnosticsSave", () => null);
  const { user } = await opened();
  const whole = file("numbered");
  expect(shown()).toBe(whole.head + whole.sections.map(({ text }) => text).join(""));
  await user.click(screen.getByRole("checkbox", { name: "Log" }));
  expect(shown()).toBe(whole.head + whole.sections[0]?.text);
  await user.click(screen.getByRole("button", { name: "Save…" }));
  expect((await screen.findByText(/Saved to/)).textContent).toContain("/home/me/diagnostics.md");
  expect(callsOf("diagnosticsSave")).toEqual([
    { id: "numbered", sections: ["versions"], path: "/home/me/diagnostics.md" },
  ]);
  await user.click(screen.getByRole("checkbox", { name: "Log" }));
  expect(screen.queryByText(/Saved to/)).toBeNull();
});

test("names come in only when they are asked for, and the text is made anew", async () => {
  const { user } = await opened();
  expect(callsOf("diagnosticsPreview")).toEqual([{ showsNames: false }]);
  await user.click(screen.getByRole("switch", { name: "Include names, IDs and hosts" }));
  await waitFor(() => expect(shown()).toContain("of named"));
  expect(callsOf("diagnosticsPreview")).toEqual([{ showsNames: false }, { showsNames: true }]);
});

test("a person who picks no file saves nothing, and a refusal says why", async () => {
  answer("diagnosticsPickFile", () => null);
  const { user } = await opened();
  await user.click(screen.getByRole("button", { name: "Save…" }));
  await waitFor(() => expect(callsOf("diagnosticsPickFile")).toHaveLength(1));
  expect(callsOf("diagnosticsSave")).toEqual([]);
  answer("diagnosticsPickFile", () => "/full/diagnostics.md");
  refuse("diagnosticsSave", { code: "file", message: "Couldn't write /full/diagnostics.md: no space" });
  await user.click(screen.getByRole("button", { name: "Save…" }));
  expect(await screen.findByText("Couldn’t save the diagnostics file")).toBeTruthy();
  expect(screen.queryByText(/Saved to/)).toBeNull();
});

test("it is in the palette, and says when it cannot be made", async () => {
  refuse("diagnosticsPreview", { code: "file", message: "The data file could not be read" });
  const { user } = openWindow();
  await user.keyboard("{Control>}k{/Control}");
  await user.keyboard("diagnostics{Enter}");
  expect(await screen.findByText("Couldn’t make the diagnostics file")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Save…" })).toHaveProperty("disabled", true);
});
