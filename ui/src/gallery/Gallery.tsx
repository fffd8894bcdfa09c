import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import { type ReactNode, useState } from "react";
import { Segmented } from "@/kit/control/Segmented";
import { Toasts } from "@/kit/overlay/Toasts";
import { applyTheme, rememberedTheme, type Theme } from "@/shell/theme";
import { Buttons } from "./Buttons";
import { DataParts } from "./DataParts";
import { Forms } from "./Forms";
import styles from "./Gallery.module.css";
import { Overlays } from "./Overlays";
import { States } from "./States";
import { Tables } from "./Tables";

const THEMES: ReadonlyArray<{ value: Theme; label: string }> = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Every part in its states, for the eye. `#Forms` in the address shows one chapter alone. */
const CHAPTERS: Record<string, () => ReactNode> = { Buttons, Forms, Overlays, DataParts, States, Tables };

export function Gallery() {
  const [theme, setTheme] = useState<Theme>(rememberedTheme());
  const only = window.location.hash.slice(1);
  const change = (next: Theme) => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider>
        <main className={styles.page}>
          <header className={styles.header}>
            <h1 className={styles.title}>The parts of Plinth</h1>
            <Segmented label="Theme" options={THEMES} value={theme} onChange={change} />
          </header>
          {Object.entries(CHAPTERS)
            .filter(([name]) => !only || name === only)
            .map(([name, Chapter]) => (
              <section key={name} className={styles.chapter} aria-label={name}>
                <h2 className={styles.heading}>{name}</h2>
                <Chapter />
              </section>
            ))}
        </main>
        <Toasts />
      </Tooltip.Provider>
    </CSPProvider>
  );
}
