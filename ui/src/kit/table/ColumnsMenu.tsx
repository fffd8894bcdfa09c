import { IconButton } from "@/kit/control/IconButton";
import { Menu } from "@/kit/overlay/Menu";
import { MenuCheck } from "@/kit/overlay/MenuCheck";
import { MenuGroup, MenuItem, MenuSeparator } from "@/kit/overlay/MenuItem";

export interface ColumnChoice {
  id: string;
  header: string;
  chosen: boolean;
  /** It was chosen, and the table has no room for it. */
  noRoom: boolean;
}

interface ColumnsMenuProps {
  columns: readonly ColumnChoice[];
  onChoose(column: string, shown: boolean): void;
  onReset(): void;
}

/** Which columns a table has. */
export function ColumnsMenu({ columns, onChoose, onReset }: ColumnsMenuProps) {
  return (
    <Menu trigger={<IconButton icon="columns" label="Columns" size="small" />}>
      <MenuGroup label="Columns">
        {columns.map(({ id, header, chosen, noRoom }) => (
          <MenuCheck
            key={id}
            checked={chosen}
            onChange={(shown) => onChoose(id, shown)}
            hint={noRoom ? "No room at this width" : undefined}
          >
            {header}
          </MenuCheck>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem onSelect={onReset}>Reset columns</MenuItem>
    </Menu>
  );
}
