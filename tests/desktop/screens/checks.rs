use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use futures::future::try_join_all;
use serde_json::json;
use tokio::task::JoinHandle;

use super::reference::{self, Difference, Reference};
use super::sight::{all_sizes, drawn, lists_few_dots, ui};
use crate::harness::{Desktop, Window};

/// Screen of `ui/src/routes.tsx` or dialog of `ui/src/dialogs.tsx`, and the states in which it is looked at.
pub type States = (&'static str, &'static [&'static str]);

/// The pictures of a state in light and in dark, and how light each is.
type Saved = Vec<JoinHandle<f64>>;

/// Looks at the window as axe does, and keeps a picture in each theme.
#[derive(Default)]
pub struct ScreenChecks {
    seen: RefCell<BTreeSet<String>>,
    violations: RefCell<Vec<String>>,
    /// How light each state is in light and in dark, as soon as its pictures are saved.
    pictures: RefCell<Vec<(String, Saved)>>,
    /// How pictures differ from their reference pictures.
    differing: RefCell<Vec<Difference>>,
}

impl ScreenChecks {
    /// Opens a dialog by an action's title, looks at it and closes it again.
    pub async fn dialog(&self, desktop: &Desktop, window: &Window, title: &str, state: &str) {
        choose(window, title).await;
        window.sees_dialog().await;
        self.inspect(desktop, window, state).await;
        escape(window).await;
    }

    /// What was seen is what the table names, is darker in dark, and axe found nothing in it.
    pub async fn close(self, table: &[States]) {
        for (state, saved) in self.pictures.into_inner() {
            let lightness = try_join_all(saved).await.unwrap();
            assert!(lightness[1] < lightness[0], "{state} is no darker in dark");
        }
        let expected: BTreeSet<String> = table
            .iter()
            .flat_map(|(name, states)| states.iter().map(move |state| format!("{name}-{state}")))
            .collect();
        assert_eq!(
            self.seen.into_inner(),
            expected,
            "the walk and the table differ"
        );
        let violations = self.violations.into_inner();
        assert!(violations.is_empty(), "{}", violations.join("\n"));
        let differing = self.differing.into_inner();
        if lists_few_dots() {
            reference::list(&differing);
        }
        let refused: Vec<String> = differing
            .into_iter()
            .filter(|it| it.is_broken || !lists_few_dots())
            .map(|it| it.how)
            .collect();
        assert!(
            refused.is_empty(),
            "{}\n`cargo xtask pictures --accept` renews what changed on purpose",
            refused.join("\n")
        );
    }

    pub async fn inspect(&self, desktop: &Desktop, window: &Window, state: &str) {
        window.no_skeleton().await;
        self.inspect_now(desktop, window, state).await;
    }

    /// Looks without waiting for what is still being read.
    pub async fn inspect_now(&self, desktop: &Desktop, window: &Window, state: &str) {
        assert!(
            self.seen.borrow_mut().insert(state.to_owned()),
            "`{state}` was looked at twice"
        );
        for &(width, height) in sizes() {
            desktop.resize_window(width, height);
            window.has_size(width, height).await;
            points_at_nothing(desktop, window).await;
            let mut saved = Vec::new();
            for (theme, dot) in [("light", [255, 0, 255]), ("dark", [0, 255, 0])] {
                let reference = Reference {
                    theme,
                    width,
                    height,
                    state,
                };
                if reference.is_wanted() {
                    let differing = self.differing.borrow().len();
                    let compared = reference.compare(desktop, window, differing).await;
                    self.differing.borrow_mut().extend(compared.err());
                }
                if !reference::accepts() {
                    let shot = drawn(desktop, window, theme, dot).await;
                    let picture = pictures().join(format!("{theme}/{state}-{width}x{height}.png"));
                    let save = move || shot.save_drawn(&picture, width, height).unwrap();
                    saved.push(tokio::task::spawn_blocking(save));
                }
            }
            if !saved.is_empty() {
                self.pictures.borrow_mut().push((state.to_owned(), saved));
            }
        }
        if !all_sizes() {
            desktop.resize_window(USUAL.0, USUAL.1);
            window.has_size(USUAL.0, USUAL.1).await;
        }
        let own = "delete document.documentElement.dataset.theme;
            document.getElementById('painted')?.remove()";
        window.script(own, Vec::new()).await;
        if reference::accepts() {
            return;
        }
        // Once for both themes: only contrast depends on them, and has a test of its own.
        let axe = std::fs::read_to_string(ui("node_modules/axe-core/axe.min.js")).unwrap();
        for violation in window.axe(&axe).await {
            self.violations
                .borrow_mut()
                .push(format!("{state}: {violation}"));
        }
    }
}

/// Where axe looks at it and the walk goes on: all columns are there.
const USUAL: (u32, u32) = (1180, 780);

/// Of which there are pictures: the narrowest window, where most goes wrong; and, when somebody wants to look, the others.
fn sizes() -> &'static [(u32, u32)] {
    if all_sizes() {
        &[(900, 600), USUAL, (1440, 900)]
    } else {
        &[(900, 600)]
    }
}

fn pictures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/desktop-screens")
}

/// Moves the pointer off the page's parts, which look different under it and would cover others with a title. Rows that wait
/// for the keys to leave them are left as well: whether they wait depends on how long ago something was changed here.
async fn points_at_nothing(desktop: &Desktop, window: &Window) {
    // While something is dragged over the window, the page is not told where the pointer is.
    let script = "return document.querySelector('[data-testid=file-drop]') !== null";
    if window.script(script, Vec::new()).await == true {
        return;
    }
    // The pointer may be there already, unlike those of the clicks.
    desktop.point_at(3, 3);
    desktop.point_at(1, 1);
    let script = "const pointed = [...document.querySelectorAll(':hover')].at(-1);
        const held = document.querySelector('[data-held]');
        if (held?.contains(document.activeElement)) document.activeElement.blur();
        const waits = held !== null && document.querySelector('[data-popup-open]') === null;
        return !waits && (pointed === undefined || pointed === document.elementFromPoint(1, 1))";
    window
        .until("the pointer is at the corner and no row waits", || async {
            desktop.is_on_top() && window.script(script, Vec::new()).await == true
        })
        .await;
}

/// Brings a part of the screen to its top, where it stays in the pictures that are compared until another address is gone to.
pub async fn scroll_to(window: &Window, title: &str) {
    let script = "const [words] = arguments;
        window.broughtToTop = () => [...document.querySelectorAll('h2, h3, button')]
            .find(each => each.innerText.trim() === words);
        addEventListener('hashchange', () => delete window.broughtToTop, { once: true });
        const title = window.broughtToTop();
        title?.scrollIntoView({ block: 'start', behavior: 'instant' });
        return title !== undefined";
    window
        .until(&format!("there is the part `{title}`"), || async {
            window.script(script, vec![json!(title)]).await == true
        })
        .await;
}

/// Closes the dialog that is open.
pub async fn escape(window: &Window) {
    window.key("\u{e00c}").await;
    window.discard().await;
    window.no_dialog().await;
}

/// Runs an action by its title in the palette.
pub async fn choose(window: &Window, title: &str) {
    window.press_keys("k", true).await;
    window.fill("Search actions and names", title).await;
    let script = "const line = [...document.querySelectorAll('[role=option]')]
            .find(each => [...each.querySelectorAll('span')].some(part => part.innerText.trim() === arguments[0]));
        line?.click();
        return line !== undefined";
    window
        .until(&format!("the palette offers `{title}`"), || async {
            window.script(script, vec![json!(title)]).await == true
        })
        .await;
    window.field_is_gone("Search actions and names").await;
}
