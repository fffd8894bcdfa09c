/** What the person chose; `system` follows the desktop. */
export type Theme = "system" | "light" | "dark";

const STORED = "plinth.theme";

/** Sets the theme on <html>, and remembers it so that the next start paints it first. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") {
    delete root.dataset.theme;
    localStorage.removeItem(STORED);
    return;
  }
  root.dataset.theme = theme;
  localStorage.setItem(STORED, theme);
}

export function rememberedTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return stored === "light" || stored === "dark" ? stored : "system";
}
