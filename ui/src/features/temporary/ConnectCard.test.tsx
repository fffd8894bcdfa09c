import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { answer, callsOf, refuse } from "@/test/backend";
import { cacheText } from "@/test/cache";
import { pressing } from "@/test/interactions";
import { connect, inHours, row } from "@/test/views";
import { openWindow } from "@/test/window";

const ROW = { kind: "temporary", id: "row-1" };
const SECRET = "postgresql://svcdb_owner:npg_s3cret@localhost:54301/svcdb?sslmode=require";

beforeEach(() => {
  answer("temporaryList", () => ({ items: [row()] }));
  answer("connectReveal", () => ({ text: SECRET, hideAt: inHours(0.01) }));
});
const text = () => screen.getByTestId("connect-text").textContent;

test("a string is masked, shown on purpose, and masked again after 30 s", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, client } = openWindow({ screen: "temporary", id: "row-1" });
  const reveal = await screen.findByRole("button", { name: "Reveal Pooled" });
  expect(text()).not.toContain("npg_s3cret");

  await user.click(reveal);
  await waitFor(() => expect(text()).toContain(SECRET));
  expect(cacheText(client)).not.toContain("npg_s3cret");

  act(() => void vi.advanceTimersByTime(30_000));
  await waitFor(() => expect(text()).not.toContain("npg_s3cret"));
});

test("the other way or another tab hides what was revealed", async () => {
  answer("connectForms", () => connect({ pooledEqualsDirect: false, pooledNote: null }));
  const { user } = await pressing(openWindow({ screen: "temporary", id: "row-1" }), "Reveal Pooled");
  await waitFor(() => expect(text()).toContain(SECRET));
  await user.click(screen.getByRole("radio", { name: "Direct" }));
  await user.click(screen.getByRole("radio", { name: "Pooled" }));
  expect(text()).not.toContain("npg_s3cret");
});

test("copying goes to the clipboard behind the window", async () => {
  answer("connectCopy", () => 45);
  await pressing(openWindow({ screen: "temporary", id: "row-1" }), "Copy Pooled");
  await waitFor(() => expect(callsOf("connectCopy")).toEqual([{ source: ROW, form: "pooled" }]));
});

test("how Node takes the certificate stands in its tab, on demand", async () => {
  answer("connectCopy", () => 45);
  const { forms } = connect();
  const node = { id: "node", group: "driver", label: "Node.js", masked: "import pg", note: null } as const;
  answer("connectForms", () => connect({ forms: [...forms, node] }));
  const { user } = openWindow({ screen: "temporary", id: "row-1" });
  await user.click(await screen.findByRole("tab", { name: "Node.js" }));
  expect(screen.queryByTestId("ca-file")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Certificate file" }));
  expect(screen.getByTestId("ca-file").textContent).toContain("ca.crt");
  await user.click(screen.getByRole("button", { name: "Copy NODE_EXTRA_CA_CERTS line" }));
  await waitFor(() => expect(callsOf("connectCopy").at(-1)).toEqual({ source: ROW, form: "ca" }));
});

test("a string that names its certificate file says where it works, in every form of the string", async () => {
  const { forms } = connect();
  const psql = { id: "psql", group: "string", label: "psql", masked: "psql", note: null } as const;
  const node = { id: "node", group: "driver", label: "Node.js", masked: "import pg", note: null } as const;
  answer("connectForms", () =>
    connect({ forms: [...forms, psql, node], namedCaFile: "/data/tls/pooler-ca.pem" }),
  );
  const { user } = openWindow({ screen: "temporary", id: "row-1" });
  for (const tab of ["URL", "psql"]) {
    await user.click(await screen.findByRole("tab", { name: tab }));
    await user.click(screen.getByRole("button", { name: "Certificate file" }));
    expect(screen.getByTestId("ca-file").textContent).toBe("/data/tls/pooler-ca.pem");
    expect(screen.getByText(/In a container, mount it at the same path/)).toBeTruthy();
  }
  await user.click(screen.getByRole("tab", { name: "Node.js" }));
  expect(screen.queryByRole("button", { name: "Certificate file" })).toBeNull();
});

test("a refused reveal says why, where it was asked", async () => {
  refuse("connectReveal", { code: "keychainLocked", message: "The keychain is locked" });
  await pressing(openWindow({ screen: "temporary", id: "row-1" }), "Reveal Pooled");
  expect((await screen.findByRole("alert")).textContent).toContain("The keychain is locked");
});

test("equal strings say why, and one from before the claim says so", async () => {
  answer("connectForms", () => connect({ beforeClaim: true }));
  const { user } = openWindow({ screen: "temporary", id: "row-1" });
  await user.click(await screen.findByRole("button", { name: "Pooled or direct?" }));
  expect(screen.getByText("One address, so both are the same.")).toBeTruthy();
  expect(screen.queryByRole("radio", { name: "Direct" })).toBeNull();
  expect(screen.getByText(/Saved before the claim/)).toBeTruthy();
});

test("a connection is tried on a click, and its result is shown", async () => {
  answer("connectCheck", () => ({ serverVersion: "17.10", milliseconds: 38, channelBinding: true }));
  const { user } = openWindow({ screen: "temporary", id: "row-1" });
  const button = await screen.findByRole("button", { name: "Test connection" });
  expect(callsOf("connectCheck")).toEqual([]);
  await user.click(button);
  await waitFor(() =>
    expect(screen.getByTestId("check-result").textContent).toBe(
      "Connected in 38 ms · PostgreSQL 17.10 · TLS, channel binding",
    ),
  );
});

test("another program is offered only where it is installed, and gets no password", async () => {
  answer("connectApps", () => ["dbeaver" as const]);
  answer("connectOpenIn", () => 45);
  const { user } = openWindow({ screen: "temporary", id: "row-1" });
  await user.click(await screen.findByRole("button", { name: "Open in" }));
  expect(screen.queryByRole("menuitem", { name: "TablePlus" })).toBeNull();
  await user.click(await screen.findByRole("menuitem", { name: "DBeaver" }));
  await waitFor(() => expect(callsOf("connectOpenIn")).toEqual([{ source: ROW, program: "dbeaver" }]));
  expect(await screen.findByText(/Paste the password when asked/)).toBeTruthy();
});

test("the id is copied without being shown", async () => {
  answer("connectCopy", () => 45);
  const { user } = openWindow({ screen: "temporary", id: "row-1" });
  await user.click(await screen.findByRole("button", { name: "All fields" }));
  await user.click(screen.getByRole("button", { name: "Copy ID" }));
  await waitFor(() => expect(callsOf("connectCopy")).toEqual([{ source: ROW, form: "databaseId" }]));
});
