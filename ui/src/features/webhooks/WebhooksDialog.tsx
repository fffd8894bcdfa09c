import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { WebhooksView } from "@/ipc/generated";
import { Checkbox } from "@/kit/control/Checkbox";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { Icon } from "@/kit/icon/Icon";
import { Notice } from "@/kit/state/Notice";
import { settingWebhooks } from "./data";
import type { WebhooksSubject } from "./subjects";
import styles from "./Webhooks.module.css";
import { EVENTS, isSetUp, urlError, words } from "./words";

/** Sets the webhooks as a whole. Those that nobody set up yet are on. */
export function WebhooksDialog({ subject }: { subject: WebhooksSubject }) {
  const { webhooks: known } = subject;
  const [draft, change] = useDraft({
    enabled: known.enabled || !isSetUp(known),
    url: known.url ?? "",
    events: known.events,
    timeout: known.timeout === null ? "" : String(known.timeout),
  });
  const wanted: WebhooksView = {
    enabled: draft.enabled,
    url: draft.url.trim() || null,
    events: draft.events,
    timeout: draft.timeout.trim() === "" ? null : Number(draft.timeout),
  };
  const fieldErrors = {
    url: urlError(draft.url, draft.enabled),
    events: draft.enabled && draft.events.length === 0 ? words.noEvent : undefined,
    timeout: /^([1-9]|10)?$/.test(draft.timeout.trim()) ? undefined : words.timeoutWrong,
  };
  const form = useForm(settingWebhooks(subject), {
    fieldErrors,
    unchanged: JSON.stringify(wanted) === JSON.stringify(known),
    input: () => wanted,
  });
  const title = isSetUp(known) ? words.dialog : words.setUp;
  return (
    <CallFormDialog
      form={form}
      title={title}
      description={words.about}
      submit={title}
      blocked={subject.locked}
      call={title}
      failed={words.failed}
    >
      <Checkbox checked={draft.enabled} onChange={(enabled) => change({ enabled })}>
        {words.enabled}
      </Checkbox>
      {known.enabled && !draft.enabled && <Notice tone="warning">{words.ends}</Notice>}
      <Field label={words.url} hint={words.urlHint} error={form.fieldErrors.url}>
        <TextInput
          value={draft.url}
          onChange={(url) => change({ url })}
          placeholder={words.urlExample}
          inputMode="url"
          mono
        />
      </Field>
      <Events
        chosen={draft.events}
        onChange={(events) => change({ events })}
        error={form.fieldErrors.events}
      />
      <Field label={words.timeoutField} hint={words.timeoutHint} error={form.fieldErrors.timeout}>
        <TextInput
          value={draft.timeout}
          onChange={(timeout) => change({ timeout })}
          inputMode="numeric"
          mono
        />
      </Field>
    </CallFormDialog>
  );
}

interface EventsProps {
  chosen: readonly string[];
  onChange(events: string[]): void;
  error: string | undefined;
}

/** Selects the events to send. An event that this version does not know stays chosen. */
function Events({ chosen, onChange, error }: EventsProps) {
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <fieldset className={styles.events} aria-label={words.events}>
      <span className={styles.legend}>{words.events}</span>
      {EVENTS.map(({ id, about }) => (
        <Checkbox
          key={id}
          checked={chosen.includes(id)}
          onChange={(isChosen) => toggle(id, isChosen)}
          hint={about}
        >
          {id}
        </Checkbox>
      ))}
      {error && (
        <span className={styles.error} role="alert">
          <Icon name="alert" className={styles.sign} />
          {error}
        </span>
      )}
    </fieldset>
  );
}
