//! Another program that drags files over the window and drops them, by the protocol XDND (version 5).

use std::path::Path;
use std::time::{Duration, Instant};

use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::PATIENCE;
use super::display::{self, Failure};

const VERSION: u32 = 5;

/// Files that are dragged over the window until they are dropped, or this is let go.
pub struct Dragging {
    connection: RustConnection,
    source: u32,
    target: u32,
    root: u32,
    uris: Vec<u8>,
}

impl Dragging {
    /// Comes over the window with these files, and waits until it has asked what they are.
    pub fn over(display: &str, files: &[&Path]) -> Result<Self, Failure> {
        let (connection, target) = display::find(display)?;
        let root = connection.query_tree(target)?.reply()?.root;
        let source = connection.generate_id()?;
        let attributes = CreateWindowAux::new();
        let class = WindowClass::INPUT_OUTPUT;
        connection.create_window(0, source, root, -10, -10, 1, 1, 0, class, 0, &attributes)?;
        let uris: String = files
            .iter()
            .map(|file| format!("file://{}\r\n", file.display()))
            .collect();
        let dragging = Self {
            connection,
            source,
            target,
            root,
            uris: uris.into_bytes(),
        };
        let selection = dragging.atom("XdndSelection")?;
        dragging
            .connection
            .set_selection_owner(source, selection, x11rb::CURRENT_TIME)?;
        let list = dragging.atom("text/uri-list")?;
        dragging.tell("XdndEnter", [source, VERSION << 24, list, 0, 0])?;
        dragging.moves(300, 300)?;
        dragging.answers_until("XdndStatus")?;
        Ok(dragging)
    }

    /// Leaves the window again.
    pub fn leave(self) -> Result<(), Failure> {
        self.tell("XdndLeave", [self.source, 0, 0, 0, 0])
    }

    /// Lets go over the window, and waits until it has taken them.
    pub fn drop_here(self) -> Result<(), Failure> {
        self.tell("XdndDrop", [self.source, 0, x11rb::CURRENT_TIME, 0, 0])?;
        self.answers_until("XdndFinished")
    }

    fn moves(&self, x: i16, y: i16) -> Result<(), Failure> {
        let at = self
            .connection
            .translate_coordinates(self.target, self.root, x, y)?
            .reply()?;
        let place =
            (u32::from(at.dst_x.cast_unsigned()) << 16) | u32::from(at.dst_y.cast_unsigned());
        let copy = self.atom("XdndActionCopy")?;
        self.tell(
            "XdndPosition",
            [self.source, 0, place, x11rb::CURRENT_TIME, copy],
        )
    }

    /// Gives the files to whoever asks, until the window says this.
    fn answers_until(&self, said: &str) -> Result<(), Failure> {
        let said = self.atom(said)?;
        let end = Instant::now() + PATIENCE;
        let mut is_said = false;
        // The page asks for the files after it has said that it takes them, so questions are answered a while longer.
        let mut quiet = Instant::now();
        while !is_said || quiet.elapsed() < Duration::from_millis(300) {
            match self.connection.poll_for_event()? {
                Some(Event::SelectionRequest(asked)) => {
                    self.answer(&asked)?;
                    quiet = Instant::now();
                }
                Some(Event::ClientMessage(message)) if message.type_ == said => {
                    is_said = true;
                    quiet = Instant::now();
                }
                Some(_) => {}
                None => std::thread::sleep(Duration::from_millis(5)),
            }
            if Instant::now() > end {
                return Err("the window did not answer what is dragged".into());
            }
        }
        Ok(())
    }

    fn answer(&self, asked: &SelectionRequestEvent) -> Result<(), Failure> {
        let property = if asked.property == x11rb::NONE {
            asked.target
        } else {
            asked.property
        };
        self.connection.change_property8(
            PropMode::REPLACE,
            asked.requestor,
            property,
            asked.target,
            &self.uris,
        )?;
        let notice = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: asked.time,
            requestor: asked.requestor,
            selection: asked.selection,
            target: asked.target,
            property,
        };
        self.connection
            .send_event(false, asked.requestor, EventMask::NO_EVENT, notice)?;
        self.connection.sync()?;
        Ok(())
    }

    fn tell(&self, what: &str, data: [u32; 5]) -> Result<(), Failure> {
        let event = ClientMessageEvent::new(32, self.target, self.atom(what)?, data);
        self.connection
            .send_event(false, self.target, EventMask::NO_EVENT, event)?;
        self.connection.sync()?;
        Ok(())
    }

    fn atom(&self, name: &str) -> Result<u32, Failure> {
        let atom = self.connection.intern_atom(false, name.as_bytes())?;
        Ok(atom.reply()?.atom)
    }
}
