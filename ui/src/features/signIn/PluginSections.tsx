import type { ReactNode } from "react";
import { useAccount } from "@/data/account";
import { grouped } from "@/data/format";
import type { SignInView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { Facts } from "@/kit/data/Facts";
import { Pill } from "@/kit/data/Pill";
import { Card } from "@/kit/layout/Card";
import { PageSection } from "@/kit/layout/PageSection";
import { Notice } from "@/kit/state/Notice";
import { spokenDuration } from "@/kit/time/duration";
import { MINUTE, SECOND } from "@/kit/time/useNow";
import styles from "./SignIn.module.css";
import type { PluginSubject, SignInPlace } from "./subjects";
import { pluginWords, roleWord, words } from "./words";

/** What else people can do where they sign in; what the platform does not report is left out. */
export function PluginSections({ at, signIn }: { at: SignInPlace; signIn: SignInView }) {
  const note = useAccount(at.accountId)?.profile.authNote;
  const { magicLink, phoneNumber, organizations } = signIn;
  return (
    <>
      {note && (magicLink ?? phoneNumber ?? organizations) && <Notice tone="plain">{note}</Notice>}
      {magicLink && <Plugin subject={{ ...at, plugin: "magicLink", settings: magicLink }} />}
      {phoneNumber && (
        <Plugin subject={{ ...at, plugin: "phoneNumber", settings: phoneNumber }}>
          {phoneNumber.enabled && <p className="ui-muted-small">{words.phoneDelivery}</p>}
        </Plugin>
      )}
      {organizations && <Plugin subject={{ ...at, plugin: "organizations", settings: organizations }} />}
    </>
  );
}

function Plugin({ subject, children }: { subject: PluginSubject; children?: ReactNode }) {
  const { title, menu, state } = pluginWords[subject.plugin];
  return (
    <PageSection
      title={title}
      tools={
        <>
          <ActionButton action="signInPlugin.change" context={{ signInPlugin: subject }} size="small" />
          <ActionMenu about="signInPlugin" subject={subject} label={menu} outlined />
        </>
      }
    >
      <Card>
        <div className={styles.padded}>
          <Facts facts={[stateFact(subject.settings.enabled, state), ...factsOf(subject)]} />
        </div>
      </Card>
      {children}
    </PageSection>
  );
}

/** Whether it is on. */
export const stateFact = (isOn: boolean, term: string) => ({
  term,
  detail: isOn ? <Pill tone="ok">{words.on}</Pill> : <Pill tone="off">{words.off}</Pill>,
});

const signUp = (isClosed: boolean) => ({ term: words.signUp, detail: isClosed ? words.closed : words.open });

const number = (term: string, value: number | null) => ({
  term,
  detail: value === null ? words.notReported : grouped(value),
});

const lifetime = (term: string, value: number | null, unit: number) => ({
  term,
  detail: value === null ? words.notReported : words.afterTime(spokenDuration(value * unit)),
});

function factsOf(subject: PluginSubject) {
  if (!subject.settings.enabled) return [];
  switch (subject.plugin) {
    case "magicLink": {
      const { expiresIn, disableSignUp } = subject.settings;
      return [lifetime(words.linkExpires, expiresIn, MINUTE), signUp(disableSignUp)];
    }
    case "phoneNumber":
      return [lifetime(words.codeExpires, subject.settings.expiresIn, SECOND)];
    case "organizations": {
      const { organizationLimit, membershipLimit, creatorRole, mailInvitations } = subject.settings;
      return [
        number(words.limitPerUser, organizationLimit),
        number(words.memberLimit, membershipLimit),
        { term: words.creatorRole, detail: roleWord(creatorRole) },
        { term: words.invitations, detail: mailInvitations ? words.mailed : words.notMailed },
      ];
    }
  }
}
