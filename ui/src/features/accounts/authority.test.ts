import { expect, test } from "vitest";
import type { CertificatesView } from "@/ipc/generated";
import { account } from "@/test/views";
import { authorityWords } from "./AddressFields";
import { pathError } from "./checks";
import { editOf } from "./EditAccountDialog";

const CA: CertificatesView = {
  path: "/data/certificates/shop.pem",
  subject: "CN=Shop CA",
  count: 1,
  expiresAt: "2100-01-02T12:00:00Z",
};

test("what is kept of a CA file is said with its end", () => {
  expect(authorityWords(null)).toContain("PEM");
  expect(authorityWords(CA)).toBe("CN=Shop CA. Valid until 2 Jan 2100. Clear the field to remove it.");
  expect(authorityWords({ ...CA, count: 3, expiresAt: "2001-01-02T12:00:00Z" })).toMatch(
    /^CN=Shop CA and 2 more certificates\. Expired 2 Jan 2001\./,
  );
});

test.each(["", "/etc/ca.pem", "~/ca.pem", "C:\\ca.pem", "\\\\host\\ca.pem"])("%s can be a path", (path) => {
  expect(pathError(path)).toBeUndefined();
});

test("a CA file that stays is not sent, and one that goes is sent empty", () => {
  const { name, colour, isProduction } = account();
  const before = { name, colour, isProduction, baseUrl: "", instantUrl: "", caFile: CA.path };
  expect(editOf(before, before, true).caFile).toBeNull();
  expect(editOf(before, { ...before, caFile: " " }, true).caFile).toBe("");
  expect(editOf(before, { ...before, caFile: "~/new.pem" }, true).caFile).toBe("~/new.pem");
  expect(editOf(before, { ...before, caFile: "~/new.pem" }, false).caFile).toBeNull();
});
