import { useQuery } from "@tanstack/react-query";
import { workKeys } from "@/data/keys";
import { placesQuery, settingsQuery } from "@/data/queries";
import { useUnderWay } from "@/data/work";
import { ActionButton } from "@/kit/action/ActionButton";
import { summaryOf } from "./options";

/** New with the last options, which the tooltip names, and the way to other ones. */
export function NewButtons() {
  const settings = useQuery(settingsQuery);
  const places = useQuery(placesQuery);
  const creating = useUnderWay(workKeys.create);
  const summary = settings.data && places.data && summaryOf(settings.data.temporary, places.data);
  return (
    <>
      <ActionButton action="temporary.import">Import…</ActionButton>
      <ActionButton action="temporary.options">Options</ActionButton>
      <ActionButton action="temporary.new" tone="primary" busy={creating} hint={summary} />
    </>
  );
}
