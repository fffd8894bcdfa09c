import fs from "node:fs";
import { expect, test } from "vitest";
import { type Line, plan } from "../src/env-file/plan.ts";

interface Table {
  readonly lines: readonly Line[];
  readonly cases: readonly Case[];
}

interface Case extends Outcome {
  readonly name: string;
  /** A character a byte, as in what becomes of it. */
  readonly before: string;
  /** Others than those of the table. */
  readonly lines?: readonly Line[];
}

interface Outcome {
  readonly after?: string;
  readonly taken?: readonly (readonly [string, number])[];
  readonly unwritable?: string;
  readonly utf16?: true;
}

/** The rules are those of a crate of this project, which is tested with the same table. */
const TABLE: Table = JSON.parse(
  fs.readFileSync(new URL("../../../crates/envfile/tests/cases.json", import.meta.url), "utf8"),
);

test("the table has its cases", () => expect(TABLE.cases.length).toBeGreaterThan(50));

test.each(TABLE.cases)("$name", ({ name: _, before, lines = TABLE.lines, ...expected }) => {
  expect(outcome(Buffer.from(before, "latin1"), lines)).toEqual(expected);
});

function outcome(before: Buffer, lines: readonly Line[]): Outcome {
  const planned = plan(before, lines);
  switch (planned.kind) {
    case "change":
      return { after: planned.bytes.toString("latin1") };
    case "conflict":
      return { taken: planned.taken.map(({ variable, line }) => [variable, line]) };
    case "unwritable":
      return { unwritable: planned.variable };
    case "utf16":
      return { utf16: true };
  }
}
