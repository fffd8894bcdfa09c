//! What a window shows, dot by dot.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// Text with smooth edges alone has so many.
const COLOURS: usize = 32;
/// The bits of a colour that are kept where it is made small.
const SHADES: u8 = 0b1111_1000;

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
#[derive(PartialEq, Eq)]
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

    /// It without the mark in its first dot, which tells when it was drawn.
    #[must_use]
    pub fn unmarked(mut self) -> Self {
        self.dots.copy_within(4..8, 0);
        self
    }

    /// It with each square of so many dots made one: how the edges of letters were smoothed hardly matters there.
    #[must_use]
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

    /// Saves it as PNG in as few bytes as possible.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
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
