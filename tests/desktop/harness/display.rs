//! The window from outside: found on its display by its title, sized and closed as a window manager does it.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, CreateWindowAux,
    EventMask, ImageFormat, MapState, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Text with smooth edges alone has so many.
const COLOURS: usize = 32;
/// The bits of a colour that are kept where it is made small.
const SHADES: u8 = 0b1111_1000;

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
        if state == MapState::VIEWABLE {
            return Ok(each == window);
        }
    }
    Ok(false)
}

/// A part of the window, counted from its corner.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

/// What the window shows at one moment.
#[derive(PartialEq, Eq)]
pub struct Shot {
    width: u32,
    height: u32,
    /// Blue, green, red and nothing.
    dots: Vec<u8>,
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
    Ok(Shot {
        width: width.into(),
        height: height.into(),
        dots: image.data,
    })
}

impl Shot {
    /// Whether its first dot has this colour.
    pub fn begins_with(&self, [red, green, blue]: [u8; 3]) -> bool {
        self.dots.starts_with(&[blue, green, red])
    }

    /// The colours of a part of it.
    pub fn colours(&self, part: Part) -> BTreeSet<[u8; 3]> {
        let line = |y: u32| 4 * (y * self.width + part.x) as usize;
        (part.y..part.y + part.height)
            .flat_map(|y| colours(&self.dots[line(y)..][..4 * part.width as usize]))
            .collect()
    }

    /// Saves it. Fails unless it has this size and shows more than one ground; gives its mean lightness, 0 to 255.
    pub fn save_drawn(&self, path: &Path, width: u32, height: u32) -> Result<f64, Failure> {
        let mut seen = BTreeSet::new();
        let is_drawn = colours(&self.dots).any(|colour| {
            seen.insert(colour);
            seen.len() == COLOURS
        });
        if (self.width, self.height) != (width, height) || !is_drawn {
            return Err(format!(
                "{}: {} × {} with {} colours, and {width} × {height} with {COLOURS} or more were expected",
                path.display(),
                self.width,
                self.height,
                seen.len(),
            )
            .into());
        }
        self.save(path)?;
        let greens = self.dots.iter().skip(1).step_by(4);
        let sum: f64 = greens.map(|green| f64::from(*green)).sum();
        Ok(sum / f64::from(width * height))
    }

    /// It without the mark in its first dot, which tells when it was drawn.
    pub fn unmarked(mut self) -> Self {
        self.dots.copy_within(4..8, 0);
        self
    }

    /// It with each square of so many dots made one: how the edges of letters were smoothed hardly matters there.
    pub fn smaller(&self, by: u32) -> Self {
        let (width, height) = (self.width / by, self.height / by);
        let mut dots = Vec::with_capacity(4 * (width * height) as usize);
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (by * y, by * x))) {
            let mut sums = [0; 4];
            for line in y..y + by {
                let start = 4 * (line * self.width + x) as usize;
                for (at, colour) in self.dots[start..][..4 * by as usize].iter().enumerate() {
                    sums[at % 4] += u32::from(*colour);
                }
            }
            // Fewer shades are smaller on disk, and none is missed.
            dots.extend(sums.map(|sum| (sum / (by * by)) as u8 & SHADES));
        }
        Self {
            width,
            height,
            dots,
        }
    }

    /// Saves it in as few bytes as possible.
    pub fn save_small(&self, path: &Path) -> Result<(), Failure> {
        let all: BTreeSet<[u8; 3]> = colours(&self.dots).collect();
        let all: Vec<[u8; 3]> = all.into_iter().collect();
        std::fs::create_dir_all(path.parent().ok_or("no folder")?)?;
        let file = BufWriter::new(File::create(path)?);
        let mut picture = png::Encoder::new(file, self.width, self.height);
        picture.set_compression(png::Compression::High);
        let bytes: Vec<u8> = if all.len() <= 256 {
            picture.set_color(png::ColorType::Indexed);
            picture.set_palette(all.as_flattened().to_vec());
            // Neighbours in a palette say nothing about each other.
            picture.set_filter(png::Filter::NoFilter);
            let index = |colour: [u8; 3]| all.binary_search(&colour).map(|at| at as u8);
            colours(&self.dots)
                .map(index)
                .collect::<Result<_, _>>()
                .map_err(|_| "a colour is in no palette")?
        } else {
            picture.set_color(png::ColorType::Rgb);
            colours(&self.dots).flatten().collect()
        };
        let mut picture = picture.write_header()?;
        picture.write_image_data(&bytes)?;
        Ok(picture.finish()?)
    }

    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let file = BufWriter::new(File::create(path)?);
        let mut picture = png::Encoder::new(file, self.width, self.height);
        picture.set_color(png::ColorType::Rgb);
        picture.set_compression(png::Compression::Fast);
        let mut picture = picture.write_header()?;
        let dots: Vec<[u8; 3]> = colours(&self.dots).collect();
        picture.write_image_data(dots.as_flattened())?;
        Ok(picture.finish()?)
    }
}

/// Red, green and blue of each dot.
fn colours(dots: &[u8]) -> impl Iterator<Item = [u8; 3]> {
    dots.chunks_exact(4).map(|dot| [dot[2], dot[1], dot[0]])
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
