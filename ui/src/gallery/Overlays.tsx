import { useState } from "react";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { IconButton } from "@/kit/control/IconButton";
import { TextInput } from "@/kit/control/TextInput";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { ContextMenu } from "@/kit/overlay/ContextMenu";
import { Dialog } from "@/kit/overlay/Dialog";
import { Menu } from "@/kit/overlay/Menu";
import { MenuGroup, MenuItem, MenuSeparator } from "@/kit/overlay/MenuItem";
import { toast } from "@/kit/overlay/toasts";
import { Sample } from "./Sample";

export function Overlays() {
  return (
    <>
      <Sample name="Dialogs">
        <Dialogs />
      </Sample>
      <Sample name="Menus">
        <Menu trigger={<Button>Menu</Button>} align="start">
          {items()}
        </Menu>
        <Menu
          trigger={<IconButton icon="ellipsis" label="Actions for checkout-spike" outlined size="small" />}
        >
          {items()}
        </Menu>
        <ContextMenu
          area={<div style={{ padding: 10, border: "1px dashed var(--line-strong)" }}>Right-click here</div>}
        >
          {items()}
        </ContextMenu>
      </Sample>
      <Sample name="Toasts">
        <Button onClick={() => toast({ title: "Connection string copied", detail: "Clears in 45 s." })}>
          Plain
        </Button>
        <Button onClick={() => toast({ title: "checkout-spike forgotten", undo: { run: () => {} } })}>
          With undo
        </Button>
        <Button
          onClick={() =>
            toast({ title: "The database was not created", tone: "danger", detail: "See the list" })
          }
        >
          Danger
        </Button>
      </Sample>
    </>
  );
}

function items() {
  return (
    <>
      <MenuItem icon="copy" shortcut="Mod+C" onSelect={() => {}}>
        Copy connection string
      </MenuItem>
      <MenuItem icon="terminal" blocked="psql is not installed" onSelect={() => {}}>
        Open psql
      </MenuItem>
      <MenuSeparator />
      <MenuGroup label="Place">
        <MenuItem checked onSelect={() => {}}>
          This machine
        </MenuItem>
        <MenuItem onSelect={() => {}}>neon.new</MenuItem>
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon="trash" danger shortcut="Delete" onSelect={() => {}}>
        Forget…
      </MenuItem>
    </>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<"plain" | "confirm" | "typed">();
  const [name, setName] = useState("");
  const close = () => setOpen(undefined);
  return (
    <>
      <Button onClick={() => setOpen("plain")}>Dialog</Button>
      <Button onClick={() => setOpen("confirm")}>Confirm</Button>
      <Button onClick={() => setOpen("typed")}>Confirm by name</Button>
      <Dialog
        open={open === "plain"}
        onClose={close}
        dismiss="deliberate"
        title="New temporary database"
        description="A real PostgreSQL 17 that goes after 72 hours unless it is claimed."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button tone="primary" onClick={close}>
              Create database
            </Button>
          </>
        }
      >
        <Field label="Name" hint="Only for you.">
          <TextInput value={name} onChange={setName} />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={open === "confirm"}
        onClose={close}
        onConfirm={close}
        title="Forget checkout-spike?"
        confirm="Forget checkout-spike"
      >
        The database itself stays until Tue 24 Nov, 03:14. Its claim link and its password go from this
        machine.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === "typed"}
        onClose={close}
        onConfirm={close}
        title="Revoke ci-deploy?"
        confirm="Revoke ci-deploy"
        typeName="ci-deploy"
      >
        Whatever signs in with this key is locked out at once. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
