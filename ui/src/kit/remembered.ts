/** What this machine remembers under a name; null for nothing, and where a window may keep nothing. */
export function remembered(name: string): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remembers it; null forgets it. */
export function remember(name: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(name);
    else window.localStorage.setItem(name, value);
  } catch {
    // A window that may keep nothing forgets the choice when it closes; nothing else hangs on it.
  }
}
