import { useState } from "react";
import { sentence } from "@/data/format";
import { useMutationSpec } from "@/data/mutation";
import { hostOf } from "@/features/auth/words";
import { MutationRefusal } from "@/features/base/Failure";
import { Button } from "@/kit/control/Button";
import { CopyField } from "@/kit/data/CopyField";
import { Pill } from "@/kit/data/Pill";
import { Tag } from "@/kit/data/Tag";
import { Card } from "@/kit/layout/Card";
import styles from "./Advisors.module.css";
import { type IssueGroup, openingPage } from "./advisors";
import { CARD, CATEGORIES, LEVELS } from "./words";

/** So many cases are shown before somebody asks for the rest: a database may have thousands of tables without a key. */
const FIRST = 8;

/** One thing that is looked for, with each place where it was found. */
export function IssueCard({ group: { first, cases } }: { group: IssueGroup }) {
  const [all, setAll] = useState(false);
  const { word, tone } = LEVELS[first.level];
  const shown = all ? cases : cases.slice(0, FIRST);
  return (
    <Card label={first.title}>
      <div className={styles.issue}>
        <div className={styles.title}>
          <Pill tone={tone}>{word}</Pill>
          <h3 className="ui-strong">{first.title}</h3>
          {first.categories.map((category) => (
            <Tag key={category}>{CATEGORIES[category] ?? category}</Tag>
          ))}
          {first.isExternal && (
            <span title={CARD.externalHint}>
              <Tag>{CARD.external}</Tag>
            </span>
          )}
        </div>
        {first.description && <p className={styles.about}>{sentence(first.description)}</p>}
        <ul className={styles.cases}>
          {shown.map(
            ({ key, detail }) =>
              detail && (
                <li key={key}>
                  <Marked text={detail} />
                </li>
              ),
          )}
        </ul>
        {cases.length > shown.length && (
          <Button tone="quiet" size="small" icon="chevronDown" onClick={() => setAll(true)}>
            {CARD.more(cases.length - shown.length)}
          </Button>
        )}
        {first.remediation && <Remediation text={first.remediation} />}
      </div>
    </Card>
  );
}

function Remediation({ text }: { text: string }) {
  return (
    <div className={styles.remediation}>
      <span className="ui-faint">{CARD.remediation}</span>
      {/^https?:\S+$/.test(text) ? <PageLink url={text} /> : <Marked text={text} />}
    </div>
  );
}

/** A page that tells what to do. Only one that is encrypted can be opened. */
function PageLink({ url }: { url: string }) {
  const opening = useMutationSpec(openingPage);
  const host = url.startsWith("https:") ? hostOf(url) : undefined;
  return (
    <div className={styles.page}>
      <CopyField label={CARD.link} value={url} />
      {host !== undefined && (
        <Button size="small" icon="external" busy={opening.underWay} onClick={() => void opening.start(url)}>
          {CARD.open(host)}
        </Button>
      )}
      <MutationRefusal failure={opening.failure} title={CARD.openFailed} dismissible />
    </div>
  );
}

/** A sentence of the platform's, whose names stand between backquotes. */
function Marked({ text }: { text: string }) {
  const parts = text.split("`");
  // A single backquote marks nothing.
  if (parts.length % 2 === 0) return <span>{text}</span>;
  return (
    <span>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
        <Part key={index} text={part} isName={index % 2 === 1} />
      ))}
    </span>
  );
}

const Part = ({ text, isName }: { text: string; isName: boolean }) => (isName ? <code>{text}</code> : text);
