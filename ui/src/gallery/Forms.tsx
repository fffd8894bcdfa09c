import { useState } from "react";
import { Checkbox } from "@/kit/control/Checkbox";
import { Field } from "@/kit/control/Field";
import { MoreOptions } from "@/kit/control/MoreOptions";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { SearchInput } from "@/kit/control/SearchInput";
import { Segmented } from "@/kit/control/Segmented";
import { Select } from "@/kit/control/Select";
import { Switch } from "@/kit/control/Switch";
import { Tabs } from "@/kit/control/Tabs";
import { TextInput } from "@/kit/control/TextInput";
import { Card } from "@/kit/layout/Card";
import { Sample } from "./Sample";

const PLACES = [
  { value: "here", label: "This machine", detail: "PostgreSQL 17, no account" },
  { value: "neon", label: "neon.new", detail: "no account, 72 hours" },
  { value: "custom", label: "Another address", disabled: true },
] as const;

const BRANCHES = Array.from({ length: 5000 }, (_, index) => ({
  value: `br-${index}`,
  label: `preview/pr-${index}`,
}));

export function Forms() {
  const [text, setText] = useState("checkout-spike");
  const [place, setPlace] = useState<"here" | "neon" | "custom">("here");
  const [branch, setBranch] = useState("br-0");
  const [on, setOn] = useState(true);
  return (
    <>
      <Sample name="Field" stack>
        <Field label="Name" hint="Only for you; it goes nowhere else.">
          <TextInput value={text} onChange={setText} />
        </Field>
        <Field label="Variable" optional error="A name holds letters, digits and _ and starts with a letter">
          <TextInput mono value="2DATABASE_URL" onChange={() => {}} />
        </Field>
        <Field label="Reference" disabled>
          <TextInput value="plinth" onChange={() => {}} />
        </Field>
        <Field label="Place">
          <Select options={PLACES} value={place} onChange={setPlace} />
        </Field>
        <Field label="Parent">
          <Select options={BRANCHES} value={branch} onChange={setBranch} />
        </Field>
        <MoreOptions summary={["Default Postgres version", "0.25–2 CU", "Suspends after 5 minutes"]}>
          <Field label="Size in CU" optional>
            <TextInput mono value={text} onChange={setText} />
          </Field>
        </MoreOptions>
      </Sample>
      <Sample name="SearchInput">
        <SearchInput label="Filter databases" value="" onChange={() => {}} shortcut />
        <SearchInput label="Filter projects" value="shop" onChange={() => {}} />
      </Sample>
      <Sample name="Checkbox, Switch" stack>
        <Checkbox checked={on} onChange={setOn}>
          Logical replication
        </Checkbox>
        <Checkbox
          checked={false}
          onChange={() => {}}
          hint="Readers of the change stream need it; it cannot be changed later."
        >
          Logical replication
        </Checkbox>
        <Checkbox checked={false} mixed onChange={() => {}}>
          Some of them
        </Checkbox>
        <Checkbox checked disabled onChange={() => {}}>
          Disabled
        </Checkbox>
        <Switch checked={on} onChange={setOn} hint="At 24 hours, 4 hours and 30 minutes.">
          Warn before a database goes
        </Switch>
        <Switch checked={!on} onChange={(next) => setOn(!next)}>
          The other way round
        </Switch>
        <Switch checked disabled onChange={() => {}}>
          Disabled
        </Switch>
      </Sample>
      <Sample name="RadioGroup" stack>
        <RadioGroup
          label="Where it runs"
          value={place}
          onChange={setPlace}
          options={PLACES.map((each) => ({
            value: each.value,
            label: each.label,
            hint: "detail" in each ? each.detail : undefined,
          }))}
        />
      </Sample>
      <Choices />
    </>
  );
}

function Choices() {
  const [look, setLook] = useState<"system" | "light" | "dark">("system");
  const [tab, setTab] = useState("pooled");
  const tabs = ["Pooled", "Direct", "psql", "Parameters", "Node", ".env"].map((label) => ({
    value: label.toLowerCase(),
    label,
    panel: <div style={{ padding: 12 }}>{label}</div>,
  }));
  return (
    <>
      <Sample name="Segmented">
        <Segmented
          label="Appearance"
          value={look}
          onChange={setLook}
          options={[
            { value: "system", label: "System" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
        />
      </Sample>
      <Sample name="Tabs" stack>
        <Card label="Connection">
          <Tabs label="Connection" tabs={tabs} value={tab} onChange={setTab} />
        </Card>
        <Tabs look="page" label="Project" tabs={tabs} value={tab} onChange={setTab} />
      </Sample>
    </>
  );
}
