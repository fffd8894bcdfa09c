import { describe, expect, test } from "vitest";
import { integration } from "@/test/views";
import { addressOf, domainError, ownerWord, transferBlocked, transferWord, userNameError } from "./words";

describe("what is typed", () => {
  test("a name has at most 255 characters, however they are written", () => {
    expect(userNameError("")).toBeUndefined();
    expect(userNameError("é".repeat(255))).toBeUndefined();
    expect(userNameError("🐘".repeat(255))).toBeUndefined();
    expect(userNameError("n".repeat(256))).toContain("256 characters");
    expect(userNameError("Ada\nLovelace")).toBeDefined();
  });

  test.each([
    "shop.example.com",
    "https://shop.example.com",
    "http://localhost:3000",
    " https://shop.example.com/ ",
  ])("%s is a domain", (domain) => expect(domainError(domain)).toBeUndefined());

  test.each([
    "",
    "shop .example.com",
    "ftp://shop.example.com",
    "https://",
    "https://shop.example.com/login",
    "https://shop.example.com?next=1",
    "https://ada:secret@shop.example.com",
  ])("%s is no domain", (domain) => expect(domainError(domain)).toBeDefined());
});

test.each([
  ["shop.example.com", "https://shop.example.com"],
  ["shop.example.com:8443", "https://shop.example.com:8443"],
  ["localhost:3000", "http://localhost:3000"],
  ["http://shop.example.com", "http://shop.example.com"],
])("%s means %s", (typed, address) => expect(addressOf(typed)).toBe(address));

test("an owner and a transfer have words, and unknown ones are shown as they come", () => {
  expect(ownerWord(integration({ ownedBy: "neon" }))).toBe("The platform, on your behalf");
  expect(ownerWord(integration({ ownedBy: "user" }))).toBe("Your own account at the auth provider");
  expect(ownerWord(integration({ ownedBy: null }))).toBe("Not reported");
  expect(transferWord(integration())).toBeUndefined();
  expect(transferWord(integration({ transferStatus: "initiated" }))).toMatch(/^Started/);
  expect(transferWord(integration({ transferStatus: "paused" }))).toBe("paused");
  expect(transferBlocked(integration({ ownedBy: "user" }))).toBeDefined();
  expect(transferBlocked(integration())).toBeUndefined();
});
