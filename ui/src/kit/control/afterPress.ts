let isPressed = false;
const waiting = new Set<() => void>();

function press() {
  isPressed = true;
}

function release() {
  isPressed = false;
  const all = [...waiting];
  waiting.clear();
  for (const run of all) setTimeout(run);
}

document.addEventListener("pointerdown", press, true);
document.addEventListener("pointerup", release, true);
document.addEventListener("pointercancel", release, true);

/** Runs this at once, or after the click for which a button of the pointer is down: a target that moves would miss the click. */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.add(run);
  else run();
}
