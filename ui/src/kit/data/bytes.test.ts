import { expect, test } from "vitest";
import { exactBytes, formatBytes } from "./bytes";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1 kB"],
  [7_623_456, "7.6 MB"],
  [999_999, "1 MB"],
  [512_000_000, "512 MB"],
  [1_000_000_000, "1 GB"],
])("%i bytes read %s", (bytes, words) => expect(formatBytes(bytes)).toBe(words));

test("the exact size keeps every byte", () => {
  expect(exactBytes(1_234_567)).toBe("1\u202f234\u202f567 bytes");
});
