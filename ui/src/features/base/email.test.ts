import { expect, test } from "vitest";
import { emailError } from "./email";

test.each(["ada@example.com", "  ada+shop@mail.example.co.uk ", "zoë@bücher.example"])(
  "%s is an address",
  (email) => {
    expect(emailError(email, "the user’s")).toBeUndefined();
  },
);

test.each([
  "",
  "ada",
  "ada@",
  "@example.com",
  "ada@example",
  "a b@example.com",
  "a@b.c, d@e.f",
  `${"a".repeat(250)}@example.com`,
])("%s is no address", (email) => expect(emailError(email, "the user’s")).toBeDefined());
