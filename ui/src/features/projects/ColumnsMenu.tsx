import { IconButton } from "@/kit/control/IconButton";
import { Menu } from "@/kit/overlay/Menu";
import { MenuCheck } from "@/kit/overlay/MenuCheck";
import { MenuGroup } from "@/kit/overlay/MenuItem";
import type { ColumnChoice } from "./columnChoice";
import { activeColumns } from "./columns";

const COLUMNS = activeColumns({ isProduction: false, clockOffset: 0, busy: new Set() }).slice(1);

/** Which columns the list has. */
export function ColumnsMenu({ choice: { chosen, toggle } }: { choice: ColumnChoice }) {
  return (
    <Menu trigger={<IconButton icon="columns" label="Choose columns" outlined />}>
      <MenuGroup label="Columns">
        {COLUMNS.map(({ id, header }) => (
          <MenuCheck key={id} checked={chosen.includes(id)} onChange={(shown) => toggle(id, shown)}>
            {header}
          </MenuCheck>
        ))}
      </MenuGroup>
    </Menu>
  );
}
