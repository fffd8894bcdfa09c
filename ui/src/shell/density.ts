import { type Density, setDensity } from "@/kit/table/density";

const STORED = "plinth.density";

/** Sets the height of rows and controls, and remembers it so that the next start paints it first. */
export function applyDensity(density: Density): void {
  setDensity(density);
  document.documentElement.dataset.density = density;
  localStorage.setItem(STORED, density);
}

export function rememberedDensity(): Density {
  return localStorage.getItem(STORED) === "compact" ? "compact" : "comfortable";
}
