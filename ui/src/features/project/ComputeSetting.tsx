import { readSize, sizeText, suspendOptions } from "@/features/base/computeSize";
import { SizeHint } from "@/features/base/SizeFields";
import { COMMON } from "@/features/base/words";
import type { ComputeSizeView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { FieldPair } from "@/kit/control/FieldPair";
import { Select } from "@/kit/control/Select";
import { TextInput } from "@/kit/control/TextInput";
import { SettingsPart } from "./SettingsPart";
import { type SettingProps, useSetting } from "./updating";
import { COMPUTES } from "./words";

/** How large computes are that are made from now on, and when they sleep. */
export function ComputeSetting(at: SettingProps) {
  const { project, locked } = at;
  const setting = useSetting<{ size: string; suspend: string }>(at, "computes");
  const { typed, type } = setting;
  const now = project.computeSize;
  const size = typed.size ?? sizeText(now);
  const suspend = typed.suspend ?? String(now.suspendTimeoutSeconds ?? 0);
  const { fieldError, changed } = read(size, suspend, now);
  return (
    <SettingsPart
      setting={setting}
      title={COMPUTES.title}
      about={COMPUTES.about}
      changed={changed && { compute: changed }}
      save={COMPUTES.save}
    >
      <FieldPair>
        <Field label={COMPUTES.size} hint={<SizeHint />} error={fieldError} disabled={locked !== undefined}>
          <TextInput mono value={size} onChange={(value) => type({ size: value })} />
        </Field>
        <Field label={COMMON.suspendTimeout} disabled={locked !== undefined}>
          <Select
            options={suspendOptions(now.suspendTimeoutSeconds)}
            value={suspend}
            onChange={(value) => type({ suspend: value })}
            disabled={locked !== undefined}
          />
        </Field>
      </FieldPair>
    </SettingsPart>
  );
}

/** What is typed, as far as it is another than what is set. */
function read(size: string, suspend: string, now: ComputeSizeView) {
  const range = readSize(size);
  if ("fieldError" in range) return { fieldError: range.fieldError, changed: undefined };
  const { minCu, maxCu } = range;
  if (minCu === null && sizeText(now) !== "") return { fieldError: COMPUTES.sizeMissing, changed: undefined };
  const sameSize = minCu === null || (minCu === now.minCu && maxCu === now.maxCu);
  const sameSuspend = Number(suspend) === (now.suspendTimeoutSeconds ?? 0);
  if (sameSize && sameSuspend) return { fieldError: undefined, changed: undefined };
  const changed: ComputeSizeView = {
    minCu: sameSize ? null : minCu,
    maxCu: sameSize ? null : maxCu,
    suspendTimeoutSeconds: sameSuspend ? null : Number(suspend),
  };
  return { fieldError: undefined, changed };
}
