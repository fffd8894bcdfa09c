//! The icon and its menu, as the desktop asks for them.

use std::sync::LazyLock;

use chrono::Utc;
use ksni::menu::{MenuItem, StandardItem, SubMenu};
use ksni::{Category, ToolTip, Tray};
use tokio::sync::mpsc::UnboundedSender;

use super::action::Action;
use super::state::{Database, State};

/// The installers give the icon the name of the window's program.
const NAME: &str = "plinth-desktop";
const PICTURE: &[u8] = include_bytes!("../../../../icons/32x32.png");

/// For desktops that do not find the icon by its name, such as beside an AppImage.
static PIXELS: LazyLock<Vec<ksni::Icon>> = LazyLock::new(|| pixels(PICTURE).into_iter().collect());

#[derive(Debug)]
pub struct Icon {
    pub state: State,
    clicks: UnboundedSender<Action>,
}

impl Icon {
    pub fn new(clicks: UnboundedSender<Action>) -> Self {
        Self {
            state: State::default(),
            clicks,
        }
    }

    fn clicked(&mut self, action: Action) {
        // The receiver goes when the icon does.
        drop(self.clicks.send(action));
    }
}

impl Tray for Icon {
    fn id(&self) -> String {
        "plinth".to_owned()
    }

    fn title(&self) -> String {
        "Plinth".to_owned()
    }

    fn category(&self) -> Category {
        Category::ApplicationStatus
    }

    fn icon_name(&self) -> String {
        NAME.to_owned()
    }

    fn icon_pixmap(&self) -> Vec<ksni::Icon> {
        PIXELS.clone()
    }

    fn tool_tip(&self) -> ToolTip {
        let next = self.state.next_words(Utc::now());
        let lines = [Some(self.state.words()), next];
        ToolTip {
            title: "Plinth".to_owned(),
            description: lines.into_iter().flatten().collect::<Vec<_>>().join("\n"),
            ..ToolTip::default()
        }
    }

    fn activate(&mut self, _: i32, _: i32) {
        self.clicked(Action::Open(None));
    }

    /// The time that is left is told as of the moment when the menu opens.
    fn menu_about_to_show(&mut self) {}

    fn menu(&self) -> Vec<MenuItem<Self>> {
        let mut items = vec![told(&self.state.words())];
        items.extend(
            self.state
                .next_words(Utc::now())
                .map(|words| item(&words, Action::Open(self.state.next_link()))),
        );
        items.extend([
            MenuItem::Separator,
            item("New temporary database", Action::Create),
        ]);
        if !self.state.recent.is_empty() {
            items.push(MenuItem::SubMenu(SubMenu {
                label: "Copy connection string".to_owned(),
                submenu: self.state.recent.iter().map(copy).collect(),
                ..SubMenu::default()
            }));
        }
        items.extend([
            MenuItem::Separator,
            item("Open Plinth", Action::Open(None)),
            item("Quit Plinth", Action::Quit),
        ]);
        items
    }
}

fn copy(database: &Database) -> MenuItem<Icon> {
    item(&database.name, Action::Copy(database.id.clone()))
}

fn item(label: &str, action: Action) -> MenuItem<Icon> {
    MenuItem::Standard(StandardItem {
        label: escaped(label),
        activate: Box::new(move |icon: &mut Icon| icon.clicked(action.clone())),
        ..StandardItem::default()
    })
}

fn told(label: &str) -> MenuItem<Icon> {
    MenuItem::Standard(StandardItem {
        label: escaped(label),
        enabled: false,
        ..StandardItem::default()
    })
}

/// An underscore would mark the letter after it as the item's key.
fn escaped(label: &str) -> String {
    label.replace('_', "__")
}

/// A picture of eight bits a channel as the desktop takes it: alpha first, row by row.
fn pixels(png: &[u8]) -> Option<ksni::Icon> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png))
        .read_info()
        .ok()?;
    let mut rgba = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut rgba).ok()?;
    if info.color_type != png::ColorType::Rgba {
        return None;
    }
    rgba.truncate(info.buffer_size());
    for pixel in rgba.chunks_exact_mut(4) {
        pixel.rotate_right(1);
    }
    Some(ksni::Icon {
        width: info.width.try_into().ok()?,
        height: info.height.try_into().ok()?,
        data: rgba,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_taken() {
        let icon = pixels(PICTURE).unwrap();
        assert_eq!((icon.width, icon.height), (32, 32));
        assert_eq!(icon.data.len(), 32 * 32 * 4);
        let opaque = icon.data.chunks_exact(4).filter(|pixel| pixel[0] == 255);
        assert!(opaque.count() > 100, "alpha is not first");
        assert!(pixels(b"no picture").is_none());
    }

    #[test]
    fn a_name_has_no_key() {
        assert_eq!(escaped("my_shop__1"), "my__shop____1");
    }
}
