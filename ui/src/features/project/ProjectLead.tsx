import { Link } from "@/kit/route/Link";
import styles from "./Project.module.css";

/** The way back to the list. */
export function ProjectLead() {
  return (
    <>
      <Link to={{ screen: "projects" }} className={styles.back}>
        Projects
      </Link>{" "}
      <span aria-hidden="true">/</span>
    </>
  );
}
