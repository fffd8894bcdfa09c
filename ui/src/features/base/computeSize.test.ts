import { expect, test } from "vitest";
import { computeNameError, readSize, sizeText, sizeWords, suspendOptions, suspendWords } from "./computeSize";

test.each([
  ["2", { minCu: 2, maxCu: 2 }],
  ["0.5-3", { minCu: 0.5, maxCu: 3 }],
  [" 0,25 – 1 ", { minCu: 0.25, maxCu: 1 }],
  ["0.25 to 8", { minCu: 0.25, maxCu: 8 }],
  [".5", { minCu: 0.5, maxCu: 0.5 }],
  ["", { minCu: null, maxCu: null }],
  ["3-0.5", { fieldError: "Put the smaller size first: 0.5-3." }],
  ["0.2", { fieldError: "The smallest size is 0.25 CU." }],
  ["0-1", { fieldError: "The smallest size is 0.25 CU." }],
  ["0.3", { fieldError: "Sizes are 0.25, 0.5 and whole numbers." }],
  ["0.5-1.1", { fieldError: "Sizes are 0.25, 0.5 and whole numbers." }],
  ["0.75", { fieldError: "Sizes are 0.25, 0.5 and whole numbers." }],
  ["8-16", { minCu: 8, maxCu: 16 }],
  ["8-17", { fieldError: "A range ends at 16 CU or less. Larger sizes are fixed." }],
  ["0.25-9", { fieldError: "A range spans at most 8 CU." }],
  ["999", { fieldError: "The largest size is 56 CU." }],
  ["56", { minCu: 56, maxCu: 56 }],
  ["-1", { fieldError: "Enter a size such as 2, or a range such as 0.5-3." }],
  ["1e3", { fieldError: "Enter a size such as 2, or a range such as 0.5-3." }],
  ["large", { fieldError: "Enter a size such as 2, or a range such as 0.5-3." }],
])("%j is read", (text, size) => {
  expect(readSize(text)).toEqual(size);
});

test("a size is shown as it would be typed", () => {
  expect(sizeText({ minCu: 0.5, maxCu: 3 })).toBe("0.5-3");
  expect(sizeText({ minCu: 2, maxCu: 2 })).toBe("2");
  expect(sizeWords({ minCu: 0.5, maxCu: 3 })).toBe("0.5–3 CU");
  expect(sizeWords({})).toBe("Not reported");
});

test("a suspend timeout has words, and an unusual one is among the choices", () => {
  expect([0, -1, 300, 3600, 604_800, 90, null].map(suspendWords)).toEqual([
    "Default",
    "Never",
    "5 minutes",
    "1 hour",
    "7 days",
    "90 seconds",
    "Not reported",
  ]);
  expect(suspendOptions(90)[0]).toEqual({ value: "90", label: "90 seconds" });
  expect(suspendOptions(300).filter(({ value }) => value === "300")).toHaveLength(1);
});

test("a compute's name has at most 64 characters", () => {
  expect(computeNameError("é".repeat(64))).toBeUndefined();
  expect(computeNameError("a".repeat(65))).toBe("The name has 65 characters. Use at most 64.");
});
