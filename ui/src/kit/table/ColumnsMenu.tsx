import { IconButton } from "@/kit/control/IconButton";
import { Menu } from "@/kit/overlay/Menu";
import { MenuCheck } from "@/kit/overlay/MenuCheck";
import { MenuGroup, MenuItem, MenuSeparator } from "@/kit/overlay/MenuItem";
import { LIST } from "@/kit/words";
import type { HeaderStop } from "./headerKeys";

export interface ColumnChoice {
  id: string;
  header: string;
  chosen: boolean;
  /** It was chosen, and the table has no room for it. */
  noRoom: boolean;
}

interface ColumnsMenuProps extends HeaderStop {
  columns: readonly ColumnChoice[];
  onChoose(column: string, shown: boolean): void;
  onReset(): void;
}

/** Which columns a table has. */
export function ColumnsMenu({ columns, onChoose, onReset, ...stop }: ColumnsMenuProps) {
  return (
    <Menu trigger={<IconButton icon="columns" label={LIST.columns} size="small" {...stop} />}>
      <MenuGroup label={LIST.columns}>
        {columns.map(({ id, header, chosen, noRoom }) => (
          <MenuCheck
            key={id}
            checked={chosen}
            onChange={(shown) => onChoose(id, shown)}
            hint={noRoom ? LIST.noRoom : undefined}
          >
            {header}
          </MenuCheck>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem onSelect={onReset}>{LIST.reset}</MenuItem>
    </Menu>
  );
}
