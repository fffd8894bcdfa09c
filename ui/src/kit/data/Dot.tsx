import { cx } from "@/kit/cx";
import styles from "./Dot.module.css";

/** The colours that tell things apart which people gave a colour to. */
export type DotColour = "verdigris" | "blue" | "green" | "amber" | "red" | "grey";

/** A dot beside the name of what it marks. It says nothing by itself. */
export function Dot({ colour }: { colour: DotColour }) {
  return <span className={cx(styles.dot, colour !== "verdigris" && styles[colour])} aria-hidden="true" />;
}
