import { useQuery } from "@tanstack/react-query";
import { placesQuery, settingsQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import type { PlaceChoice } from "@/ipc/generated";
import { unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { OptionsForm } from "./OptionsForm";

interface OptionsDialogProps {
  /** The place the person came for; the one of the last database when absent. */
  place: PlaceChoice | undefined;
}

/** Everything that can be chosen before a database is made. */
export function OptionsDialog({ place }: OptionsDialogProps) {
  const settings = useQuery(settingsQuery);
  const places = useQuery(placesQuery);
  if (settings.data && places.data) {
    const { temporary } = settings.data;
    return <OptionsForm options={place ? { ...temporary, place } : temporary} places={places.data} />;
  }
  const error = settings.error ?? places.error;
  return (
    <Dialog open onClose={unask} title="New temporary database">
      {error && <Failure error={error} />}
    </Dialog>
  );
}
