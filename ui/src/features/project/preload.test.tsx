import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { PreloadLibraryView } from "@/ipc/generated";
import { answer, callsOf, refuse } from "@/test/backend";
import { ID, onProject } from "@/test/projectRoute";
import * as views from "@/test/views";
import { openWindow } from "@/test/window";

const library = (name: string, changes: Partial<PreloadLibraryView> = {}): PreloadLibraryView => ({
  name,
  description: null,
  version: "17",
  isDefault: false,
  isExperimental: false,
  ...changes,
});

beforeEach(() => {
  answer("computeList", () => []);
  answer("projectPreloadLibraries", () => [
    library("auto_explain"),
    library("pg_stat_statements", { isDefault: true, version: "1.11" }),
    library("pg_new", { isExperimental: true, version: null }),
  ]);
});

const part = async () => within(await screen.findByRole("region", { name: "Preloaded libraries" }));

test("libraries are chosen beside those of the platform, and sent as a whole", async () => {
  const { user } = openWindow(onProject("settings"));
  const libraries = await part();
  const defaults = await libraries.findByRole("checkbox", { name: "Platform defaults" });
  expect(defaults.getAttribute("aria-checked")).toBe("true");
  expect(libraries.getByText("Currently pg_stat_statements.")).toBeTruthy();
  expect(libraries.queryByRole("checkbox", { name: /pg_stat_statements/ })).toBeNull();
  expect(libraries.getByText("Experimental")).toBeTruthy();
  await user.click(libraries.getByRole("checkbox", { name: "auto_explain 17" }));
  answer("projectUpdate", () => ({ item: views.project(), operations: [] }));
  await user.click(libraries.getByRole("button", { name: "Save libraries" }));
  expect(await libraries.findByText("Saved")).toBeTruthy();
  const [sent] = callsOf("projectUpdate");
  expect(sent?.projectId).toBe(ID);
  expect(sent?.update).toMatchObject({
    settings: { preload: { useDefaults: true, libraries: ["auto_explain"] } },
  });
  expect(libraries.getByText(/takes effect when a compute starts again/)).toBeTruthy();
});

test("a list that cannot be read says why, and offers nothing to choose", async () => {
  refuse("projectPreloadLibraries", { code: "platform", message: "The platform answered with 500" });
  openWindow(onProject("settings"));
  const libraries = await part();
  expect(await libraries.findByText("Couldn’t load the libraries")).toBeTruthy();
  expect(libraries.queryByRole("checkbox")).toBeNull();
});
