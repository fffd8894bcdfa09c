import { expect, test } from "vitest";
import { IpcError } from "@/ipc/call";
import type { ErrorCode } from "@/ipc/generated";
import { canRetry, isKeychain, lookOf, reasonText, viewOf } from "./errors";

const table: Array<[ErrorCode, "danger" | "warning" | "info", string]> = [
  ["invalid", "danger", "correct"],
  ["offline", "warning", "retry"],
  ["timeout", "warning", "retry"],
  ["rateLimited", "warning", "retry"],
  ["maybeCreated", "warning", "reload"],
  ["notFound", "warning", "reload"],
  ["platform", "danger", "retry"],
  ["unauthorized", "danger", "replaceKey"],
  ["readOnly", "warning", "unlock"],
  ["exists", "warning", "correct"],
  ["secretLost", "warning", "none"],
  ["sandboxStopped", "info", "startSandbox"],
  ["keychainAbsent", "warning", "retryKeychain"],
  ["keychainLocked", "warning", "retryKeychain"],
  ["keychainDenied", "warning", "retryKeychain"],
  ["secretMissing", "warning", "none"],
  ["fileChanged", "warning", "reload"],
  ["variablePresent", "warning", "correct"],
  ["file", "danger", "retry"],
  ["linkRefused", "danger", "none"],
  ["programMissing", "warning", "retry"],
  ["database", "danger", "retry"],
  ["cancelled", "info", "retry"],
  ["internal", "danger", "retry"],
];

test.each(table)("%s is shown as %s and offers %s", (code, severity, remedy) => {
  const look = lookOf(code);
  expect(look).toMatchObject({ severity, remedy });
  expect(look.title).toMatch(/^[A-Z].*[^.!]$/);
  expect(canRetry(code)).toBe(remedy !== "none");
  expect(isKeychain(code)).toBe(remedy === "retryKeychain");
});

test("what the backend said is kept as it was", () => {
  const view = {
    code: "offline",
    message: "No way there",
    hint: "Wait.",
    requestId: "req-1",
    about: null,
  } as const;
  expect(viewOf(new IpcError(view))).toEqual(view);
});

test("a mistake of the window itself is an internal error", () => {
  expect(viewOf(new TypeError("x is undefined"))).toMatchObject({
    code: "internal",
    message: "x is undefined",
  });
});

test("under a title that says what failed stands the reason alone", () => {
  const of = (code: ErrorCode, message: string) => reasonText({ code, message, hint: null });
  expect(of("platform", "Couldn't create the branch: the platform failed (500)")).toBe(
    "The platform failed (500).",
  );
  expect(of("offline", "Couldn't list projects after 3 tries in 4.0 s: no way there")).toBe(
    "After 3 tries in 4.0 s: no way there.",
  );
  expect(of("platform", "The platform did not confirm it")).toBe("The platform did not confirm it.");
  expect(of("offline", "neon.new cannot be reached")).toBe("neon.new cannot be reached.");
  expect(of("offline", "Couldn't list projects: neon.new cannot be reached")).toBe(
    "neon.new cannot be reached.",
  );
  // Which file it is stands nowhere else.
  expect(of("file", "Couldn't read the CA file: not found")).toBe("Couldn’t read the CA file: not found.");
});
