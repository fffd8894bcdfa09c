import { KeyField } from "@/features/accounts/KeyField";
import type { EmailServerView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { TextInput } from "@/kit/control/TextInput";
import type { ServerDraft } from "./useServerDraft";
import { isOwn, portHint } from "./words";

interface ServerFieldsProps {
  form: ServerDraft;
  /** The server that is set. */
  server: EmailServerView;
}

/** The six things that one's own email server takes; all of them are needed. */
export function ServerFields({ form, server }: ServerFieldsProps) {
  const { draft, shown, change, leave } = form;
  return (
    <>
      <FieldPair>
        <Field label="Host" error={shown.host}>
          <TextInput
            value={draft.host}
            onChange={(host) => change({ host })}
            onBlur={() => leave("host")}
            placeholder="smtp.example.com"
            mono
          />
        </Field>
        <Field label="Port" hint={portHint(draft.port)} error={shown.port}>
          <TextInput
            value={draft.port}
            onChange={(port) => change({ port })}
            onBlur={() => leave("port")}
            inputMode="numeric"
            mono
          />
        </Field>
      </FieldPair>
      <FieldPair>
        <Field label="User name" error={shown.username}>
          <TextInput
            value={draft.username}
            onChange={(username) => change({ username })}
            onBlur={() => leave("username")}
            mono
          />
        </Field>
        <KeyField
          label="Password"
          value={draft.password}
          onChange={(password) => change({ password })}
          error={shown.password}
          hint={isOwn(server) ? keptHint(draft.host, server) : "Never comes back to this window."}
        />
      </FieldPair>
      <FieldPair>
        <Field label="Sender’s address" error={shown.senderEmail}>
          <TextInput
            value={draft.senderEmail}
            onChange={(senderEmail) => change({ senderEmail })}
            onBlur={() => leave("senderEmail")}
            placeholder="name@example.com"
            inputMode="email"
            mono
          />
        </Field>
        <Field label="Sender’s name" hint="What people see as the sender." error={shown.senderName}>
          <TextInput
            value={draft.senderName}
            onChange={(senderName) => change({ senderName })}
            onBlur={() => leave("senderName")}
          />
        </Field>
      </FieldPair>
    </>
  );
}

/** What an empty field means; with another host the old password would be handed to that one. */
function keptHint(host: string, server: EmailServerView): string {
  const other = host.trim() !== server.host && host.trim() !== "";
  return other
    ? `Left empty, the one of ${server.host} stays and is sent to ${host.trim()}.`
    : "Set, and never shown. Left empty, it stays as it is.";
}
