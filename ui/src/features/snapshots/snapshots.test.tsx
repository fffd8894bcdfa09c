import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { SnapshotView } from "@/ipc/generated";
import { answer, callsOf, publish, refuse } from "@/test/backend";
import { choose, pick, retype } from "@/test/interactions";
import { ID, onProject } from "@/test/projectRoute";
import { branch, inHours, snapshot } from "@/test/views";
import { openWindow } from "@/test/window";

const MAIN = branch({ id: "br-main-1", name: "main", isDefault: true });
const CHILD = branch({ id: "br-child-1", name: "child", parentId: "br-main-1" });
const LOOK = branch({
  id: "br-look-1",
  name: "look",
  restoreStatus: "restored",
  restoredFrom: "snap-main-1",
  restoredAs: "br-main-1",
});
const AT = { accountId: "sandbox", projectId: ID };

let snapshots: SnapshotView[];

beforeEach(() => {
  snapshots = [snapshot()];
  answer("snapshotList", () => snapshots);
  answer("branchList", () => [MAIN, CHILD]);
  answer("computeList", () => []);
  answer("databaseList", () => []);
});

const open = () => openWindow(onProject("snapshots"));
const NAME = "Before the migration";
const row = (name = NAME) => screen.findByRole("row", { name: new RegExp(name) });
const dialogOf = async (name: string) => within(await screen.findByRole("dialog", { name }));

async function openDialog(item: RegExp, title: string) {
  const opened = open();
  await choose(opened.user, within(await row()).getByRole("button", { name: `Actions for ${NAME}` }), item);
  return { ...opened, dialog: await dialogOf(title) };
}

describe("the snapshots of a project", () => {
  test("each says what it is of, how it was taken, when it ends and how large it is", async () => {
    snapshots = [
      snapshot(),
      snapshot({ id: "snap-2", name: "Nightly", isScheduled: true, expiresAt: null, fullSize: null }),
      snapshot({ id: "snap-3", name: "Stray", sourceBranchId: "br-gone-1", diffSize: 1_200_000 }),
    ];
    open();
    const first = within(await row());
    for (const words of ["main", "Manually", "31 MB"]) expect(first.getByText(words)).toBeTruthy();
    const nightly = within(await row("Nightly"));
    for (const words of ["Scheduled", "Never"]) expect(nightly.getByText(words)).toBeTruthy();
    const stray = within(await row("Stray"));
    expect(stray.getByText("Branch deleted")).toBeTruthy();
    expect(stray.getByText("31 MB").title).toContain("1.2 MB changed since");
    expect(screen.getByText("3 snapshots")).toBeTruthy();
  });

  test("none says what they are for; one that is taken elsewhere is shown", async () => {
    snapshots = [];
    open();
    expect(await screen.findByText("No snapshots yet")).toBeTruthy();
    snapshots = [snapshot()];
    publish({ kind: "projectChanged", accountId: "sandbox", projectId: ID });
    expect(await row()).toBeTruthy();
  });

  test("a list that cannot be read says why and is tried again", async () => {
    refuse("snapshotList", { code: "platform", message: "The platform answered with 500" });
    const { user } = open();
    expect(await screen.findByText("Couldn’t load the snapshots")).toBeTruthy();
    answer("snapshotList", () => snapshots);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await row()).toBeTruthy();
  });

  test("one is taken of a root branch, under a name that no other has", async () => {
    const { user } = open();
    await row();
    await user.click(screen.getByRole("button", { name: "Take snapshot…" }));
    const dialog = await dialogOf("Take snapshot");
    const name = dialog.getByRole("textbox", { name: /^Name/ });
    await retype(user, name, NAME);
    await user.click(dialog.getByRole("button", { name: "Take snapshot" }));
    expect(dialog.getByText("A snapshot with this name already exists.")).toBeTruthy();
    expect(callsOf("snapshotCreate")).toEqual([]);
    await retype(user, name, "second");
    const made = snapshot({ id: "snap-2", name: "second" });
    answer("snapshotCreate", () => ({ item: made, operations: [] }));
    snapshots = [made, ...snapshots];
    await user.click(dialog.getByRole("button", { name: "Take snapshot" }));
    expect(await row("second")).toBeTruthy();
    const create = { name: "second", lsn: null, timestamp: null, expiresAt: null };
    expect(callsOf("snapshotCreate")).toEqual([{ ...AT, branchId: "br-main-1", create }]);
  });

  test("one becomes a new branch, which is opened", async () => {
    const { user, dialog } = await openDialog(/^Restore…/, `Restore ${NAME}`);
    await retype(user, dialog.getByRole("textbox", { name: /^Name/ }), "look");
    answer("branchList", () => [MAIN, CHILD, LOOK]);
    answer("snapshotRestore", () => ({ item: LOOK, operations: [] }));
    await user.click(dialog.getByRole("button", { name: "Restore snapshot" }));
    expect(await screen.findByRole("heading", { name: "look" })).toBeTruthy();
    const restore = { name: "look", targetBranchId: "br-main-1", finalize: false };
    expect(callsOf("snapshotRestore")).toEqual([{ ...AT, snapshotId: "snap-main-1", restore }]);
  });

  test("one replaces a branch once it was said what becomes of that", async () => {
    const { user, dialog } = await openDialog(/^Restore…/, `Restore ${NAME}`);
    await user.click(dialog.getByRole("radio", { name: /In place of a branch/ }));
    expect(dialog.getByText(/stays in a branch called “main \(old\)”/)).toBeTruthy();
    answer("snapshotRestore", () => ({ item: LOOK, operations: [] }));
    await user.click(dialog.getByRole("button", { name: "Replace main" }));
    const restore = { name: null, targetBranchId: "br-main-1", finalize: true };
    expect(callsOf("snapshotRestore")).toEqual([{ ...AT, snapshotId: "snap-main-1", restore }]);
  });

  test("one is renamed, and deleted after its name was typed", async () => {
    const { user, dialog } = await openDialog(/^Rename…/, `Rename ${NAME}`);
    await retype(user, dialog.getByRole("textbox", { name: "Name" }), "after");
    const renamed = snapshot({ name: "after" });
    answer("snapshotUpdate", () => renamed);
    snapshots = [renamed];
    await user.click(dialog.getByRole("button", { name: "Rename" }));
    const after = await row("after");
    expect(callsOf("snapshotUpdate")).toEqual([{ ...AT, snapshotId: "snap-main-1", name: "after" }]);

    await choose(user, within(after).getByRole("button", { name: "Actions for after" }), /^Delete…/);
    const question = await dialogOf("Delete after?");
    answer("snapshotDelete", () => null);
    await user.type(question.getByRole("textbox"), "after");
    snapshots = [];
    await user.click(question.getByRole("button", { name: "Delete snapshot" }));
    expect(await screen.findByText("No snapshots yet")).toBeTruthy();
    expect(callsOf("snapshotDelete")).toEqual([{ ...AT, snapshotId: "snap-main-1", name: "after" }]);
  });
});

describe("a snapshot schedule", () => {
  test("is shown as it is set, changed item by item and sent whole", async () => {
    const set = { frequency: "weekly", hour: 4, day: 2, month: null, retentionSeconds: 7_200 };
    answer("snapshotScheduleGet", () => [set]);
    const { user } = open();
    await row();
    await user.click(screen.getByRole("button", { name: "Schedule…" }));
    const dialog = await dialogOf("Snapshot schedule of main");
    const first = within(await dialog.findByRole("group", { name: "Time 1" }));
    expect(first.getByText("Tuesday")).toBeTruthy();
    expect(first.getByText("04:00")).toBeTruthy();
    expect(first.getByText("2 hours")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Add a time" }));
    const second = dialog.getByRole("group", { name: "Time 2" });
    await pick(user, within(second).getByRole("combobox", { name: "How often" }), "Hourly");
    answer("snapshotScheduleSet", () => null);
    await user.click(dialog.getByRole("button", { name: "Save schedule" }));
    const hourly = { frequency: "hourly", hour: null, day: null, month: null, retentionSeconds: 604_800 };
    expect(callsOf("snapshotScheduleSet")).toEqual([
      { ...AT, branchId: "br-main-1", schedule: [set, hourly] },
    ]);
  });

  test("that cannot be read is not overwritten", async () => {
    refuse("snapshotScheduleGet", { code: "platform", message: "The platform answered with 500" });
    const { user } = open();
    await row();
    await user.click(screen.getByRole("button", { name: "Schedule…" }));
    const dialog = await dialogOf("Snapshot schedule of main");
    expect(await dialog.findByText("Couldn’t load the schedule")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Save schedule" }));
    expect(callsOf("snapshotScheduleSet")).toEqual([]);
  });
});

describe("after main was restored, its backup is the root branch", () => {
  const BACKUP = branch({ id: "br-backup-1", name: "main_before", parentId: null });
  const why = /^Snapshots can only be taken of root branches, and main has a parent\./;
  beforeEach(() => answer("branchList", () => [{ ...MAIN, parentId: "br-backup-1" }, BACKUP]));

  test.each([
    ["Schedule…", "Snapshot schedule of main_before"],
    ["Take snapshot…", "Take snapshot"],
  ])("%s is about the backup and says why not about main", async (button, title) => {
    answer("snapshotScheduleSet", () => null);
    const { user } = open();
    await row();
    await user.click(screen.getByRole("button", { name: button }));
    const dialog = await dialogOf(title);
    expect(dialog.getByText(why)).toBeTruthy();
    const list = dialog.getByRole("combobox", { name: "Branch" });
    expect(list.textContent).toContain("main_before");
    await user.click(list);
    const main = await screen.findByRole("option", { name: /^main.*Has a parent branch/ });
    expect(main.ariaDisabled).toBe("true");
  });

  test("a schedule that is typed for one branch is not saved for another", async () => {
    const other = branch({ id: "br-other-1", name: "other", parentId: null });
    answer("branchList", () => [MAIN, BACKUP, other]);
    answer("snapshotScheduleSet", () => null);
    const { user } = open();
    await row();
    await user.click(screen.getByRole("button", { name: "Schedule…" }));
    const dialog = await dialogOf("Snapshot schedule of main");
    await user.click(await dialog.findByRole("button", { name: "Add a time" }));
    await pick(user, dialog.getByRole("combobox", { name: "Branch" }), "other");
    const onOther = await dialogOf("Snapshot schedule of other");
    expect(await onOther.findByText("No snapshots are taken automatically.")).toBeTruthy();
    await user.click(onOther.getByRole("button", { name: "Add a time" }));
    await user.click(onOther.getByRole("button", { name: "Save schedule" }));
    const daily = { frequency: "daily", hour: 3, day: null, month: null, retentionSeconds: 604_800 };
    expect(callsOf("snapshotScheduleSet")).toEqual([{ ...AT, branchId: "br-other-1", schedule: [daily] }]);
  });
});

describe("a restored branch", () => {
  const onBranches = (id: string) =>
    openWindow({ screen: "project", account: "sandbox", id: ID, tab: "branches", branch: id });

  test("says what it can replace, and does under a name for the former one", async () => {
    answer("branchList", () => [MAIN, LOOK]);
    answer("restoreFinalize", () => null);
    const { user } = onBranches("br-look-1");
    expect(await screen.findByText("Restored from a snapshot. It can replace main.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Finalize restore…" }));
    const dialog = await dialogOf("Replace main with look?");
    const name = dialog.getByRole<HTMLInputElement>("textbox", { name: "New name of main" });
    expect(name.value).toBe("main (old)");
    await retype(user, name, "main before");
    await user.click(dialog.getByRole("button", { name: "Finalize restore" }));
    expect(callsOf("restoreFinalize")).toEqual([{ ...AT, branchId: "br-look-1", formerName: "main before" }]);
  });

  test("a snapshot is offered of a root branch, and why not of another", async () => {
    answer("branchList", () => [{ ...MAIN, createdAt: inHours(-5) }, CHILD]);
    const { user } = onBranches("br-child-1");
    await screen.findByRole("heading", { name: "child" });
    await user.click(screen.getByRole("button", { name: "More actions for child" }));
    const item = await screen.findByRole("menuitem", { name: /^Take snapshot…/ });
    expect(item.getAttribute("aria-disabled")).toBe("true");
  });
});
