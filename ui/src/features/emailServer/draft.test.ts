import { describe, expect, test } from "vitest";
import { editOfSecret, secretError } from "@/features/base/secrets";
import { changeOf, errorsOfChange } from "@/features/oauthProviders/client";
import { ownEmail, sharedEmail } from "@/test/views";
import { draftOf, editOf, fieldErrorsOf, hostError, isChanged, mailboxError, portError } from "./draft";
import { addressOf, senderOf } from "./words";

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const LETTERS = [..."*•●.… \tab9Ж-"];

/** Texts as they could stand in a field for a secret, many of them masks and blanks. */
function texts(count: number): string[] {
  const source = numbers(7);
  const next = (below: number) => Math.floor(source.next().value * below);
  return Array.from({ length: count }, () =>
    Array.from({ length: next(9) }, () => LETTERS[next(next(2) ? 7 : LETTERS.length)] ?? "").join(""),
  );
}

const isMask = (text: string) => /^[\s*•●.…]*$/u.test(text);

describe("no mask and no empty text leaves as a secret:", () => {
  test("of 5000 texts, what is sent is never one", () => {
    const all = texts(5000);
    expect(all.filter(isMask).length).toBeGreaterThan(500);
    for (const typed of all) {
      const edit = editOfSecret(typed);
      if (edit.kind === "set") expect(isMask(edit.secret), JSON.stringify(typed)).toBe(false);
      else expect(typed === "" || secretError(typed) !== undefined).toBe(true);
      const client = changeOf("google", { id: "client", secret: typed, tenant: "" });
      if (client.clientSecret?.kind === "set") expect(isMask(client.clientSecret.secret)).toBe(false);
      const email = editOf({ ...draftOf(ownEmail()), password: typed });
      if (email.kind === "own" && email.password.kind === "set") {
        expect(isMask(email.password.secret)).toBe(false);
      }
    }
  });

  test("what is set never stands in the fields", () => {
    expect(draftOf(ownEmail()).password).toBe("");
    expect(editOf(draftOf(ownEmail()))).toMatchObject({ password: { kind: "keep" } });
  });

  test("a change of nothing is none", () => {
    expect(errorsOfChange({ id: " ", secret: "", tenant: "" }).id).toBeDefined();
    expect(isChanged(draftOf(ownEmail()), ownEmail())).toBe(false);
    expect(isChanged({ ...draftOf(ownEmail()), password: "new" }, ownEmail())).toBe(true);
    expect(isChanged({ ...draftOf(ownEmail()), senderName: "Another" }, ownEmail())).toBe(true);
  });
});

test("a server that was shared needs a password, one's own keeps it", () => {
  expect(fieldErrorsOf(draftOf(sharedEmail()), { keeps: false }).password).toBe("Enter a password.");
  expect(fieldErrorsOf(draftOf(ownEmail()), { keeps: true }).password).toBeUndefined();
});

test.each([
  "smtp.example.com",
  " smtp.example.com ",
  "localhost",
  "127.0.0.1",
  "::1",
  "2001:db8::25",
  "почта.example",
])("%j is a server", (host) => expect(hostError(host)).toBeUndefined());

test.each([
  "",
  "https://a.example",
  "a.example:25",
  "a b",
  "-a.example",
  "a..example",
  "a/b",
  "x".repeat(64),
])("%j is no server", (host) => expect(hostError(host)).toBeDefined());

test.each([
  ["1", true],
  ["25", true],
  ["65535", true],
  ["0", false],
  ["65536", false],
  ["-1", false],
  ["25.5", false],
  ["1e3", false],
  ["", false],
])("%j is a port: %s", (port, is) => expect(portError(port) === undefined).toBe(is));

test.each([
  ["a@example.com", true],
  [" a+b@example.com ", true],
  ["имя@почта.example", true],
  ["a", false],
  ["@example.com", false],
  ["a@", false],
  ["a@b@example.com", false],
  ["a b@example.com", false],
  [`${"a".repeat(250)}@example.com`, false],
])("%j is a mailbox: %s", (address, is) => expect(mailboxError(address) === undefined).toBe(is));

test("words", () => {
  expect(addressOf({ host: "::1", port: 25 })).toBe("[::1]:25");
  expect(addressOf({ host: "mail.example", port: null })).toBe("mail.example");
  expect(senderOf({ senderName: null, senderEmail: "a@b.example" })).toBe("a@b.example");
});
