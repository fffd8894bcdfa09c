import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { sandboxQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { Instant } from "@/features/base/Instant";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { DeletedProjectView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { cx } from "@/kit/cx";
import { formatBytes } from "@/kit/data/bytes";
import { purging } from "./mutations";
import { deletedProjectsQuery } from "./queries";
import styles from "./Sandbox.module.css";
import { PURGE } from "./words";

/** Lists the deleted projects and deletes them for good. Typing the word is asked because none can be recovered then. */
export function PurgeDialog() {
  const deleted = useQuery(deletedProjectsQuery);
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const projects = deleted.data ?? [];
  const form = useForm(purging, { input: () => projects.map(({ id }) => id) });
  const bytes = projects.reduce((sum, project) => sum + project.bytes, 0);
  return (
    <CallFormDialog
      form={form}
      title={PURGE.title}
      submit={PURGE.confirm(projects.length)}
      danger
      disabled={projects.length === 0 || typed.trim().toLowerCase() !== PURGE.word}
      disposable
      leavable
      initialFocus={field}
    >
      <ReadFailure query={deleted} title={PURGE.unread} />
      {deleted.data && <p>{PURGE.text(projects.length, formatBytes(bytes))}</p>}
      {projects.length > 0 && <DeletedProjects projects={projects} />}
      <Field label={PURGE.field}>
        <TextInput ref={field} value={typed} onChange={setTyped} />
      </Field>
    </CallFormDialog>
  );
}

function DeletedProjects({ projects }: { projects: readonly DeletedProjectView[] }) {
  const ahead = useQuery(sandboxQuery).data?.running?.clockOffsetMs ?? 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keys
    <section className={cx(styles.goes, styles.scrolls)} aria-label={PURGE.list} tabIndex={0}>
      <ul aria-label={PURGE.list}>
        {projects.map(({ id, name, bytes, recoverableUntil }) => (
          <li key={id} title={id}>
            {name}
            <span className={styles.quiet}>
              {` · ${formatBytes(bytes)} · ${PURGE.expires} `}
              <Instant at={recoverableUntil} clock={{ ahead }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
