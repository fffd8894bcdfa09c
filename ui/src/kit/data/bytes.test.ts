import { expect, test } from "vitest";
import { exactBytes, formatBytes } from "./bytes";

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1 kB"],
  [7_999_999, "7.6 MB"],
  [1024 * 1024 - 1, "1 MB"],
  [512 * 1024 * 1024, "512 MB"],
  [1024 ** 3, "1 GB"],
])("%i bytes read %s", (bytes, words) => expect(formatBytes(bytes)).toBe(words));

test("the exact size keeps every byte", () => {
  expect(exactBytes(1_234_567)).toBe("1\u202f234\u202f567 bytes");
});
