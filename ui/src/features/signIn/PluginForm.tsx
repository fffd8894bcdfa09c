import type { ReactNode } from "react";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { PluginEdit } from "@/ipc/generated";
import { Checkbox } from "@/kit/control/Checkbox";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { Notice } from "@/kit/state/Notice";
import { changingPlugin } from "./data";
import type { Bounds } from "./numbers";
import type { PluginSubject } from "./subjects";
import { pluginWords } from "./words";

/** The errors by field. */
export type FieldErrors = Partial<Record<string, string | undefined>>;

interface PluginFormProps {
  subject: PluginSubject;
  edit: PluginEdit;
  /** The errors of the typed values; ignored while the plugin is off, as nothing of it is sent then. */
  fieldErrors: Record<string, string | undefined>;
  /** Whether it is on as it is typed. */
  enabled: boolean;
  onEnable(enabled: boolean): void;
  /** The fields, by the errors that are shown. */
  children(errors: FieldErrors): ReactNode;
}

/** The common part of all plugins' dialogs: the switch, and what turning it off ends. */
export function PluginForm({ subject, edit, fieldErrors, enabled, onEnable, children }: PluginFormProps) {
  const its = pluginWords[subject.plugin];
  const unchanged = Object.keys(edit.edit).length === 0;
  const form = useForm(changingPlugin(subject), {
    fieldErrors: enabled ? fieldErrors : {},
    unchanged,
    input: () => edit,
  });
  return (
    <CallFormDialog
      form={form}
      title={its.submit}
      description={its.about}
      submit={its.submit}
      blocked={subject.locked}
      call={its.submit}
      failed={its.failed}
    >
      <Checkbox checked={enabled} onChange={onEnable}>
        {its.enable}
      </Checkbox>
      {subject.settings.enabled && !enabled && <Notice tone="warning">{its.ends}</Notice>}
      {children(form.fieldErrors)}
    </CallFormDialog>
  );
}

interface NumberFieldProps {
  label: string;
  bounds: Bounds;
  value: string;
  onChange(value: string): void;
  disabled: boolean;
  error: string | undefined;
}

/** A whole number. */
export function NumberField({ label, bounds, value, onChange, disabled, error }: NumberFieldProps) {
  return (
    <Field label={label} hint={bounds.hint} error={error}>
      <TextInput inputMode="numeric" value={value} onChange={onChange} disabled={disabled} mono />
    </Field>
  );
}
