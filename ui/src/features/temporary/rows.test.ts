import { expect, test } from "vitest";
import type { SandboxView } from "@/ipc/generated";
import { account, inHours, row, sandbox } from "@/test/views";
import { detailOf, filtered, serverOf, sorted, subjectsOf } from "./rows";

const rows = [
  row({ id: "a", name: "checkout", expiresAt: inHours(10), createdAt: inHours(-3) }),
  row({ id: "b", name: "import", state: "claimed", expiresAt: null, createdAt: inHours(-2) }),
  row({
    id: "c",
    name: "workshop",
    accountId: null,
    serviceKind: "neon",
    serviceLabel: "neon.new",
    expiresAt: inHours(2),
  }),
];
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join("");
const sizes = new Map([["a", 5]]);

test("every word of the filter has to fit somewhere", () => {
  expect(ids(filtered(rows, "neon work"))).toBe("c");
  expect(ids(filtered(rows, "THIS MACHINE"))).toBe("ab");
  expect(ids(filtered(subjectsOf(rows, [account({ name: "Sandbox" })]), "sandbox"))).toBe("ab");
  expect(ids(filtered(rows, "neon checkout"))).toBe("");
});

test.each([
  ["name", "ascending", "abc"],
  ["name", "descending", "cba"],
  ["expires", "ascending", "cab"],
  ["expires", "descending", "acb"],
  ["size", "ascending", "abc"],
  ["created", "descending", "cba"],
] as const)("by %s %s", (column, direction, order) => {
  expect(ids(sorted(rows, { column, direction }, ({ id }) => sizes.get(id)))).toBe(order);
});

const env = (path: string) => ({ path, key: "DATABASE_URL", writtenAt: inHours(0) });

test.each([
  ["Sandbox", {}],
  ["Sandbox · logical replication", { logicalReplication: true }],
  ["Sandbox · app", { logicalReplication: true, env: env("/code/app/.env") }],
  ["Sandbox · checkout", { env: env("/srv/code/checkout/.env") }],
  ["neon.new", { accountId: null, serviceKind: "neon", serviceLabel: "neon.new" }],
] as const)("the small line says whose a database is and what it is for: %s", (line, changes) => {
  const [subject] = subjectsOf([row(changes)], [account({ id: "sandbox", name: "Sandbox" })]);
  expect(subject && detailOf(subject)).toBe(line);
});

test("a server is found by its row or its project, and only for a database on this machine", () => {
  const view = withServer();
  expect(serverOf(row({ projectId: "project-9" }), view)?.port).toBe(54301);
  expect(serverOf(row({ projectId: "project-9", serviceKind: "neon" }), view)).toBeUndefined();
  expect(serverOf(row({ projectId: "other" }), view)).toBeUndefined();
});

function withServer(): SandboxView {
  const view = sandbox();
  view.running?.servers.push({
    projectId: "project-9",
    endpointId: "ep-9",
    temporaryId: null,
    name: "x",
    state: "awake",
    port: 54301,
    storageBytes: 1,
    storageLimitBytes: 2,
    transferBytes: 1,
    transferLimitBytes: 2,
    connections: 0,
    behindBytes: null,
    sleepsAt: null,
    error: null,
  });
  return view;
}
