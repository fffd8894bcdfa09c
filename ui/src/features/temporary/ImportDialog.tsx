import { useState } from "react";
import { Segmented } from "@/kit/control/Segmented";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { ImportFromEnv } from "./ImportFromEnv";
import { ImportFromLink } from "./ImportFromLink";

/** Puts a database that was made elsewhere on the shelf. */
export function ImportDialog() {
  const [way, setWay] = useState<"env" | "link">("env");
  return (
    <Dialog
      open
      onClose={unask}
      dismiss="deliberate"
      title="Import a temporary database"
      description="One that the command-line tool, a build-tool plugin or somebody else made. Its claim link is all that is needed."
    >
      <Segmented
        label="Where the claim link is"
        options={[
          { value: "env", label: "In an env file" },
          { value: "link", label: "As a link" },
        ]}
        value={way}
        onChange={(next) => setWay(next)}
      />
      {way === "env" ? <ImportFromEnv /> : <ImportFromLink />}
    </Dialog>
  );
}
