/**
 * Compares two pictures of the desktop tests: `node pictures.mjs MADE REFERENCE DIFFERENCE`.
 *
 * Ends with 0 where they look alike. Else it says how many dots differ, writes a picture of these, and ends with 2, or
 * with 1 where so many differ that the layout is broken.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/** How far the colour of a dot may be off, from 0 to 1. A smoothed edge is ignored however far it is. */
const THRESHOLD = 0.06;
/** How many dots may differ. A picture has a fourth of the window's. */
const MOST = 12;
/** From how many on it is more than a word: about a line of text that moved. */
const BROKEN = 300;

const [made, reference] = process.argv.slice(2, 4).map((path) => PNG.sync.read(readFileSync(path)));
const { width, height } = reference;
if (made.width !== width || made.height !== height) {
  console.log(`${made.width} × ${made.height} dots, not ${width} × ${height}`);
  process.exit(1);
}
const difference = new PNG({ width, height });
const count = pixelmatch(made.data, reference.data, difference.data, width, height, { threshold: THRESHOLD });
if (count > MOST) {
  const path = process.argv[4];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, PNG.sync.write(difference));
  console.log(`${count} dots differ`);
  process.exit(count < BROKEN ? 2 : 1);
}
