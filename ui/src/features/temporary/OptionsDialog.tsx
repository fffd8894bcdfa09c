import { useQuery } from "@tanstack/react-query";
import { placesQuery, settingsQuery } from "@/data/queries";
import { Failure } from "@/features/Failure";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { OptionsForm } from "./OptionsForm";

/** Everything that can be chosen before a database is made. */
export function OptionsDialog() {
  const settings = useQuery(settingsQuery);
  const places = useQuery(placesQuery);
  if (settings.data && places.data) {
    return <OptionsForm settings={settings.data} places={places.data} />;
  }
  const error = settings.error ?? places.error;
  return (
    <Dialog open onClose={unask} title="New temporary database">
      {error && <Failure error={error} />}
    </Dialog>
  );
}
