const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];

/** A size in powers of a thousand, as limits are stated: "7.6 MB", "212 kB", "1 GB". */
export function formatBytes(bytes: number): string {
  const size = Math.max(0, bytes);
  const power = size < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(size) / 3));
  const value = size / 1000 ** power;
  const rounded = power === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
  return rounded === 1000 && power < UNITS.length - 1
    ? `1 ${UNITS[power + 1]}`
    : `${rounded} ${UNITS[power]}`;
}

export function exactBytes(bytes: number): string {
  return `${String(Math.round(bytes)).replace(/\B(?=(\d{3})+$)/g, "\u202f")} bytes`;
}
