import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answer, callsOf, refuse } from "@/test/backend";
import { cacheText } from "@/test/cache";
import { choose, retype } from "@/test/interactions";
import { account } from "@/test/views";
import { openWindow } from "@/test/window";
import { accountNameError, addressError, keyError } from "./checks";

const shop = account({ id: "shop", name: "Shop", platform: "neon", isOwn: true, isCurrent: true });

async function dialog() {
  const opened = openWindow({ screen: "history" });
  await choose(opened.user, await screen.findByRole("button", { name: /^Sandbox/ }), "Connect an account…");
  const box = within(await screen.findByRole("dialog", { name: "Connect an account" }));
  const connect = () => opened.user.click(box.getByRole("button", { name: "Connect account" }));
  return { ...opened, box, connect };
}

test("a key is tried with everything that was chosen, once however often it is clicked, and leads to the projects", async () => {
  let reply = (_: typeof shop) => {};
  answer(
    "accountConnect",
    () =>
      new Promise((resolve) => {
        reply = resolve;
      }),
  );
  const { user, box, connect, router, client } = await dialog();
  const key = box.getByLabelText("API key");
  expect(key.getAttribute("type")).toBe("password");
  await user.type(key, "  napi_secret  ");
  await user.type(box.getByLabelText(/^Name/), "Shop");
  await user.click(box.getByRole("radio", { name: "Red" }));
  await user.click(box.getByRole("checkbox", { name: "Production" }));
  await user.click(box.getByRole("checkbox", { name: "Read-only" }));
  await connect();
  await connect();
  expect(callsOf("accountConnect")).toEqual([
    {
      request: {
        platform: "neon",
        baseUrl: null,
        caFile: null,
        instantUrl: null,
        key: "napi_secret",
        name: "Shop",
        colour: "red",
        isProduction: true,
        isReadOnly: true,
      },
    },
  ]);
  reply(shop);
  await waitFor(() => expect(router.current()).toEqual({ screen: "projects" }));
  expect(screen.queryByRole("dialog", { name: "Connect an account" })).toBeNull();
  expect(cacheText(client)).not.toContain("napi_secret");
});

test("a refusal stands in the dialog, and what was typed stays", async () => {
  refuse("accountConnect", { code: "unauthorized", message: "The platform does not accept this key" });
  const { user, box, connect } = await dialog();
  await user.type(box.getByLabelText("API key"), "napi_wrong");
  await user.type(box.getByLabelText(/^Name/), "Shop");
  await connect();
  expect((await box.findByRole("alert")).textContent).toContain("The platform does not accept this key.");
  expect(box.getByLabelText("API key")).toHaveProperty("value", "napi_wrong");
  expect(box.getByLabelText(/^Name/)).toHaveProperty("value", "Shop");
  expect(box.queryByRole("button", { name: "Replace key…" })).toBeNull();
  answer("accountConnect", () => shop);
  await connect();
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Connect an account" })).toBeNull());
});

test("a key that is there already leads to its account", async () => {
  answer("accountList", () => [account(), { ...shop, isCurrent: false }]);
  answer("accountChoose", () => shop);
  refuse("accountConnect", { code: "exists", message: "This key is that of Shop", about: "shop" });
  const { user, box, connect, router } = await dialog();
  await user.type(box.getByLabelText("API key"), "napi_same");
  await connect();
  await user.click(await box.findByRole("button", { name: "Open Shop" }));
  await waitFor(() => expect(router.current()).toEqual({ screen: "projects" }));
  expect(callsOf("accountChoose")).toEqual([{ id: "shop" }]);
});

test("custom addresses are asked for, and nothing is sent while something cannot be", async () => {
  const { user, box, connect } = await dialog();
  await user.click(box.getByRole("radio", { name: "Custom addresses" }));
  await connect();
  expect(box.getByText("Enter the key.")).toBeTruthy();
  expect(box.getByText("Enter an address.")).toBeTruthy();
  await user.type(box.getByLabelText("Management API address"), "http://example.com/api/v2");
  expect(box.getByText("Use https. http only works on this machine.")).toBeTruthy();
  expect(callsOf("accountConnect")).toEqual([]);
  await retype(user, box.getByLabelText("Management API address"), "http://127.0.0.1:4000/api/v2");
  await user.type(box.getByLabelText("API key"), "key");
  answer("accountConnect", () => shop);
  await connect();
  await waitFor(() =>
    expect(callsOf("accountConnect")).toMatchObject([
      { request: { platform: "custom", baseUrl: "http://127.0.0.1:4000/api/v2", instantUrl: null } },
    ]),
  );
});

test("a CA file is chosen or typed for custom addresses, and its path goes with them", async () => {
  const { user, box, connect } = await dialog();
  expect(box.queryByLabelText(/^CA file/)).toBeNull();
  await user.click(box.getByRole("radio", { name: "Custom addresses" }));
  await user.type(box.getByLabelText("Management API address"), "http://127.0.0.1:4000/api/v2");
  await user.type(box.getByLabelText("API key"), "key");
  await user.type(box.getByLabelText(/^CA file/), "ca.pem");
  await connect();
  expect(box.getByText("Enter an absolute path or choose a file.")).toBeTruthy();
  expect(callsOf("accountConnect")).toEqual([]);
  answer("accountPickCaFile", () => "/home/me/ca.pem");
  await user.click(box.getByRole("button", { name: "Browse…" }));
  expect(callsOf("accountPickCaFile")).toEqual([{ start: "ca.pem" }]);
  refuse("accountConnect", {
    code: "invalid",
    message: "The CA file holds a private key and no certificate",
    hint: "Choose the certificate of the authority.",
  });
  await connect();
  expect((await box.findByRole("alert")).textContent).toContain("a private key and no certificate");
  expect(box.getByLabelText(/^CA file/)).toHaveProperty("value", "/home/me/ca.pem");
  expect(callsOf("accountConnect")).toMatchObject([
    { request: { platform: "custom", caFile: "/home/me/ca.pem" } },
  ]);
});

test.each([
  ["", "Enter the key."],
  ["napi one", /contain spaces/],
  ["napi_••••••", /masked/],
  ["****", /masked/],
])("the key %j cannot be used", (key, why) => {
  expect(keyError(key)).toMatch(why);
});

test("names of 256 characters can be used, of any script, and no longer ones", () => {
  expect(keyError(" napi_abc ")).toBeUndefined();
  expect(accountNameError("ü".repeat(256))).toBeUndefined();
  expect(accountNameError("🦣".repeat(256))).toBeUndefined();
  expect(accountNameError("a".repeat(257))).toBe("Use at most 256 characters (now 257).");
  expect(addressError("not an address", "required")).toMatch(/full address/);
  expect(addressError("", "optional")).toBeUndefined();
  expect(addressError("http://[::1]:99/api/v2", "required")).toBeUndefined();
});

test("an account begins with the color that the core chooses", async () => {
  const { user, box } = await dialog();
  const chosen = () => box.getAllByRole("radio").filter(({ ariaChecked }) => ariaChecked === "true");
  await waitFor(() => expect(chosen().map(({ textContent }) => textContent)).toContain("Green"));
  await user.click(box.getByRole("checkbox", { name: "Production" }));
  await waitFor(() => expect(chosen().map(({ textContent }) => textContent)).toContain("Red"));
  await user.click(box.getByRole("radio", { name: "Gray" }));
  await user.click(box.getByRole("checkbox", { name: "Production" }));
  expect(chosen().map(({ textContent }) => textContent)).toContain("Gray");
});
