import { expect, test } from "vitest";
import { answer, refuse } from "@/test/backend";
import { settings } from "@/test/views";
import { call, IpcError } from "./call";

test("a command resolves to its view", async () => {
  answer("settingsGet", () => settings({ sandboxIdleMinutes: 9 }));
  await expect(call({ kind: "settingsGet" })).resolves.toMatchObject({ sandboxIdleMinutes: 9 });
});

test("a refusal becomes one kind of error, with its code, hint and request id", async () => {
  refuse("temporaryGet", { code: "offline", message: "No way there", hint: "Wait.", requestId: "req-1" });
  const error = await call({ kind: "temporaryGet", id: "row-1" }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(IpcError);
  expect(error).toMatchObject({
    code: "offline",
    message: "No way there",
    hint: "Wait.",
    requestId: "req-1",
  });
});

test("a bridge that fails by itself is an internal error", async () => {
  answer("temporaryGet", () => {
    throw new Error("command not allowed");
  });
  await expect(call({ kind: "temporaryGet", id: "row-1" })).rejects.toMatchObject({ code: "internal" });
  await expect(call({ kind: "temporaryGet", id: "row-1" })).rejects.toThrow(/command not allowed/);
});
