//! The window from outside: found on its display by its title, sized and closed as a window manager does it.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, CreateWindowAux,
    EventMask, ImageFormat, MapState, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Text with smooth edges alone has so many.
const COLOURS: f64 = 32.0;

type Failure = Box<dyn std::error::Error>;

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
    let look = CreateWindowAux::new().override_redirect(1);
    let class = WindowClass::INPUT_OUTPUT;
    connection.create_window(0, window, root, 0, 0, width, height, 0, class, 0, &look)?;
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
        if state == MapState::VIEWABLE {
            return Ok(each == window);
        }
    }
    Ok(false)
}

/// What the window shows at one moment.
pub struct Shot {
    width: u16,
    height: u16,
    /// Blue, green, red and nothing.
    dots: Vec<u8>,
}

/// Takes what the window shows now, which must lie on its display as a whole.
pub fn shot(display: &str) -> Result<Shot, Failure> {
    let (connection, window) = find(display)?;
    let size = connection.get_geometry(window)?.reply()?;
    let (width, height) = (size.width, size.height);
    let image = connection
        .get_image(ImageFormat::Z_PIXMAP, window, 0, 0, width, height, !0)?
        .reply()?;
    Ok(Shot {
        width,
        height,
        dots: image.data,
    })
}

impl Shot {
    /// Whether its first dot has this colour.
    pub fn begins_with(&self, [red, green, blue]: [u8; 3]) -> bool {
        self.dots.starts_with(&[blue, green, red])
    }

    /// Saves it. Fails unless it has this size and shows more than one ground; gives its mean lightness.
    pub fn save(self, path: &Path, width: u32, height: u32) -> Result<f64, Failure> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut convert = Command::new("timeout")
            .args(["60", "convert", "-depth", "8", "-size"])
            .arg(format!("{}x{}", self.width, self.height))
            .args(["bgra:-", "-alpha", "off", "-write"])
            .arg(path)
            .args(["-format", "%w %h %k %[mean]", "info:"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut input = convert.stdin.take().ok_or("no way in")?;
        input.write_all(&self.dots)?;
        drop(input);
        let told = String::from_utf8(convert.wait_with_output()?.stdout)?;
        let numbers: Vec<f64> = told
            .split_whitespace()
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        match numbers[..] {
            [w, h, colours, mean]
                if (w, h) == (f64::from(width), f64::from(height)) && colours >= COLOURS =>
            {
                Ok(mean)
            }
            _ => Err(format!(
                "{}: {told} (width, height, colours, mean), and {width} {height} with {COLOURS} or more were expected",
                path.display()
            )
            .into()),
        }
    }
}

/// How many colours such a part of a picture has, and how light it is: the same words for what looks the same.
pub fn colours_of_part(path: &Path, part: &str) -> Result<String, Failure> {
    let told = Command::new("timeout")
        .args(["20", "identify", "-format", "%k %[fx:mean]"])
        .arg(format!("{}[{part}]", path.display()))
        .output()?;
    Ok(String::from_utf8(told.stdout)?)
}

/// Takes a picture of the window. WebDriver's own way waits for ever on a page where nothing moves.
pub fn picture(display: &str, path: &Path) -> Result<(), Failure> {
    let (connection, window) = find(display)?;
    drop(connection);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let status = Command::new("timeout")
        .args([
            "20",
            "import",
            "-display",
            display,
            "-window",
            &window.to_string(),
        ])
        .arg(path)
        .status()?;
    if status.success() {
        Ok(())
    } else {
        Err("the window was not pictured".into())
    }
}

fn find(display: &str) -> Result<(RustConnection, u32), Failure> {
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
