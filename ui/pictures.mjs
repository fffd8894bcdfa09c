/**
 * Compares pictures of the desktop tests with the accepted ones, or accepts them.
 *
 *   node pictures.mjs compare MADE ACCEPTED DIFFERENCES
 *   node pictures.mjs accept MADE ACCEPTED
 *
 * Both folders hold THEME-WIDTHxHEIGHT/STATE.png. Only the folders that were made are compared.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/** How far a colour may be off, from 0 to 1: letters are smoothed a little differently from one run to the next. */
const THRESHOLD = 0.15;
/** How many dots may differ in a picture. A button that moves by its own width differs in more. */
const MOST = 60;

const [command, made, accepted, differences] = process.argv.slice(2);
const folders = readdirSync(made);
const picturesOf = (root, folder) => {
  try {
    return readdirSync(join(root, folder)).filter((name) => name.endsWith(".png"));
  } catch {
    return [];
  }
};
const read = (...path) => PNG.sync.read(readFileSync(join(...path)));
const write = (picture, path) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, PNG.sync.write(picture, { colorType: 2, deflateLevel: 9 }));
};

/** How many dots differ; all of them where the sizes do. */
function differing(folder, name) {
  const [one, other] = [read(accepted, folder, name), read(made, folder, name)];
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return width * height;
  const difference = new PNG({ width, height });
  const count = pixelmatch(one.data, other.data, difference.data, width, height, { threshold: THRESHOLD });
  if (count > MOST && differences) write(difference, join(differences, folder, name));
  return count;
}

let counted = 0;
const wrong = [];
for (const folder of folders) {
  const before = new Set(picturesOf(accepted, folder));
  for (const name of picturesOf(made, folder)) {
    const isNew = !before.delete(name);
    const count = isNew ? 0 : differing(folder, name);
    counted += 1;
    if (command === "accept") {
      if (isNew || count > MOST) write(read(made, folder, name), join(accepted, folder, name));
    } else if (isNew) wrong.push(`${folder}/${name}: not accepted yet`);
    else if (count > MOST) wrong.push(`${folder}/${name}: ${count} dots differ`);
  }
  for (const name of before) {
    if (command === "accept") rmSync(join(accepted, folder, name));
    else wrong.push(`${folder}/${name}: accepted, but not made any more`);
  }
}
for (const line of wrong) console.log(line);
console.log(`${counted} pictures, ${wrong.length} wrong`);
process.exitCode = counted > 0 && wrong.length === 0 ? 0 : 1;
