import type { FormEvent, ReactNode } from "react";
import { MutationRefusal } from "@/features/base/Failure";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { UpdateProject } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Icon } from "@/kit/icon/Icon";
import { PagePart } from "@/kit/layout/PagePart";
import styles from "./Settings.module.css";
import type { Update, useSetting } from "./updating";
import { SETTINGS } from "./words";

interface SettingsPartProps {
  setting: Omit<ReturnType<typeof useSetting>, "typed" | "type">;
  title: string;
  /** The explanation under the title. */
  about: ReactNode;
  /** The change to send; absent while nothing differs or a field has an error. */
  changed: Partial<UpdateProject> | undefined;
  /** Names what the button does: "Save the name". */
  save: string;
  children: ReactNode;
}

/** A part of the settings with its own save button. Typed values stay until they are saved. */
export function SettingsPart(props: SettingsPartProps) {
  const { title, about, changed, save, children } = props;
  const { locked, update } = props.setting;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!locked && !update.underWay && changed) void props.setting.save(changed);
  };
  return (
    <PagePart title={title} about={about}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {children}
        <MutationRefusal failure={update.failure} title={SETTINGS.failed} dismissible />
        <div className="ui-row-wrapping">
          <Button submit busy={update.underWay} disabled={!changed || locked !== undefined}>
            {save}
          </Button>
          {changed && <CopyAsButton title={save} operation={update.operation(changed)} />}
          <Saved update={update} />
        </div>
      </form>
    </PagePart>
  );
}

/** Says in place that it was saved, and whether the platform still works on it. */
function Saved({ update }: { update: Update }) {
  return (
    <span role="status" className={styles.saved}>
      {update.saved && (
        <>
          <Icon name="check" />
          {update.saved === "applying" ? SETTINGS.applying : SETTINGS.saved}
        </>
      )}
    </span>
  );
}
