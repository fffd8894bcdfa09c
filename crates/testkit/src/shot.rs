//! What a window shows, dot by dot.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// Text with smooth edges alone has so many.
const COLOURS: usize = 32;

type Failure = Box<dyn std::error::Error>;

/// A part of the window, counted from its corner.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

/// What a window shows at one moment.
#[expect(missing_debug_implementations, reason = "megabytes of dots")]
pub struct Shot {
    width: u32,
    height: u32,
    /// Blue, green, red and nothing.
    dots: Vec<u8>,
}

impl Shot {
    /// `dots` has blue, green, red and an unused byte for each.
    #[must_use]
    pub const fn new(width: u32, height: u32, dots: Vec<u8>) -> Self {
        Self {
            width,
            height,
            dots,
        }
    }

    /// The colours of a part of it.
    #[must_use]
    pub fn colours(&self, part: Part) -> BTreeSet<[u8; 3]> {
        let line = |y: u32| 4 * (y * self.width + part.x) as usize;
        (part.y..part.y + part.height)
            .flat_map(|y| colours(&self.dots[line(y)..][..4 * part.width as usize]))
            .collect()
    }

    /// Saves it. Fails unless it has this size and shows more than one ground. Returns its mean lightness, 0 to 255.
    ///
    /// # Errors
    ///
    /// It has another size, is blank, or cannot be written.
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

    /// It at half its size: how the edges of letters were smoothed hardly matters there.
    #[must_use]
    pub fn half(&self) -> Self {
        let (width, height) = (self.width / 2, self.height / 2);
        let dot = |x: u32, y: u32| 4 * (y * self.width + x) as usize;
        let mut dots = Vec::with_capacity(4 * (width * height) as usize);
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (2 * y, 2 * x))) {
            let four = [dot(x, y), dot(x + 1, y), dot(x, y + 1), dot(x + 1, y + 1)];
            dots.extend((0..4).map(|colour| {
                let sum: u32 = four
                    .iter()
                    .map(|at| u32::from(self.dots[at + colour]))
                    .sum();
                (sum / 4) as u8
            }));
        }
        Self {
            width,
            height,
            dots,
        }
    }

    /// Saves it as PNG.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
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
