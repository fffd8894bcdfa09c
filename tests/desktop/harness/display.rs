//! The window from outside: found on its display by its title, sized and closed as a window manager does it.

use testkit::shot::Shot;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, CreateWindowAux,
    EventMask, ImageFormat, MapState, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

pub type Failure = Box<dyn std::error::Error>;

pub fn resize(display: &str, width: u32, height: u32) -> Result<(), Failure> {
    let (connection, window) = find(display)?;
    let size = ConfigureWindowAux::new()
        .x(0)
        .y(0)
        .width(width)
        .height(height);
    connection.configure_window(window, &size)?;
    connection.sync()?;
    Ok(())
}

/// Puts the pointer there, counted from the window's corner.
pub fn point_at(display: &str, x: i16, y: i16) -> Result<(), Failure> {
    let (connection, window) = find(display)?;
    connection.warp_pointer(x11rb::NONE, window, 0, 0, 0, 0, x, y)?;
    connection.sync()?;
    Ok(())
}

/// What the frame's close button sends: a question, which the app may answer in its own way.
pub fn ask_to_close(display: &str) -> Result<(), Failure> {
    let (connection, window) = find(display)?;
    let atom = |name: &str| -> Result<u32, Failure> {
        Ok(connection
            .intern_atom(false, name.as_bytes())?
            .reply()?
            .atom)
    };
    let data = [atom("WM_DELETE_WINDOW")?, 0, 0, 0, 0];
    let event = ClientMessageEvent::new(32, window, atom("WM_PROTOCOLS")?, data);
    connection.send_event(false, window, EventMask::NO_EVENT, event)?;
    connection.sync()?;
    Ok(())
}

/// A window of another program that lies over everything, for as long as this is kept.
pub struct Cover {
    _connection: RustConnection,
}

/// Covers the app's window.
pub fn cover(display: &str) -> Result<Cover, Failure> {
    let (connection, screen) = x11rb::connect(Some(display))?;
    let screen = &connection.setup().roots[screen];
    let (root, window) = (screen.root, connection.generate_id()?);
    let (width, height) = (screen.width_in_pixels, screen.height_in_pixels);
    let attributes = CreateWindowAux::new().override_redirect(1);
    let class = WindowClass::INPUT_OUTPUT;
    connection.create_window(
        0,
        window,
        root,
        0,
        0,
        width,
        height,
        0,
        class,
        0,
        &attributes,
    )?;
    connection.map_window(window)?;
    connection.sync()?;
    Ok(Cover {
        _connection: connection,
    })
}

/// Whether no other window that is shown lies over the app's.
pub fn is_on_top(display: &str) -> Result<bool, Failure> {
    let (connection, window) = find(display)?;
    let root = connection.query_tree(window)?.reply()?.root;
    // From the lowest to the topmost.
    let windows = connection.query_tree(root)?.reply()?.children;
    for each in windows.into_iter().rev() {
        let state = connection.get_window_attributes(each)?.reply()?.map_state;
        if state == MapState::VIEWABLE && lies_on_screen(&connection, each)? {
            return Ok(each == window);
        }
    }
    Ok(false)
}

/// GTK keeps a window of one dot beyond the corner, which takes what is dragged.
fn lies_on_screen(connection: &RustConnection, window: u32) -> Result<bool, Failure> {
    let place = connection.get_geometry(window)?.reply()?;
    let end = |start: i16, length: u16| i32::from(start) + i32::from(length);
    Ok(end(place.x, place.width) > 0 && end(place.y, place.height) > 0)
}

/// Takes what the window shows now, which must lie on its display as a whole. WebDriver's own way waits for ever on a
/// page where nothing moves.
pub fn shot(display: &str) -> Result<Shot, Failure> {
    let (connection, window) = find(display)?;
    let size = connection.get_geometry(window)?.reply()?;
    let (width, height) = (size.width, size.height);
    let image = connection
        .get_image(ImageFormat::Z_PIXMAP, window, 0, 0, width, height, !0)?
        .reply()?;
    Ok(Shot::new(width.into(), height.into(), image.data))
}

/// The colour of the window's first dot, as red, green and blue.
pub fn first_dot(display: &str) -> Result<[u8; 3], Failure> {
    let (connection, window) = find(display)?;
    let image = connection
        .get_image(ImageFormat::Z_PIXMAP, window, 0, 0, 1, 1, !0)?
        .reply()?;
    Ok([image.data[2], image.data[1], image.data[0]])
}

/// The window on its display.
pub fn find(display: &str) -> Result<(RustConnection, u32), Failure> {
    let (connection, screen) = x11rb::connect(Some(display))?;
    let root = connection.setup().roots[screen].root;
    let windows = connection.query_tree(root)?.reply()?.children;
    for window in windows {
        let title = connection
            .get_property(false, window, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 64)?
            .reply()?;
        let shown =
            connection.get_window_attributes(window)?.reply()?.map_state == MapState::VIEWABLE;
        if shown && title.value == b"Plinth" {
            return Ok((connection, window));
        }
    }
    Err("the window is not on its display".into())
}
