//! Chooses WebKit's renderer before GTK starts.
//!
//! Without a usable GPU, WebKit's default path through DMA buffers costs a second and 80 MB at the start, and
//! on some machines shows nothing at all. Then its plain renderer is asked for.

use crate::webkit;

/// Overrides the choice: `hardware` or `software`.
const OVERRIDE: &str = "PLINTH_RENDERER";
/// WebKit's own switch. Respected when the person set it.
const SWITCH: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

/// What the choice is made from.
#[derive(Debug, Default)]
struct Machine {
    /// Value of [`OVERRIDE`].
    requested: Option<String>,
    /// Value of [`SWITCH`] as the person set it.
    switch: Option<String>,
    /// True when software rendering was asked of the GL library.
    software_gl: bool,
    /// The render nodes of the machine.
    nodes: Vec<Node>,
}

/// One `/dev/dri/renderD*`.
#[derive(Debug)]
struct Node {
    /// True when this process may open it.
    usable: bool,
    /// Kernel driver behind it, when that is known.
    driver: Option<String>,
}

/// The renderer and, for the about page, why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub words: String,
    software: bool,
}

/// Decides and, where it is needed, sets WebKit's switch. Call it first in `main`: it changes the environment.
pub fn choose() -> Choice {
    if !cfg!(target_os = "linux") {
        return Choice {
            words: "hardware".to_owned(),
            software: false,
        };
    }
    let machine = detect();
    let choice = decide(&machine);
    if choice.software && machine.switch.is_none() {
        webkit::switch_on(SWITCH);
    }
    choice
}

/// Returns false if GTK finds no screen for sure, which ends the program by a panic: no display is named, no other backend is asked
/// for, and Wayland's usual socket is not there.
#[cfg(target_os = "linux")]
pub fn has_screen() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let usual = || {
        let folder = std::env::var_os("XDG_RUNTIME_DIR");
        folder.is_some_and(|folder| std::path::Path::new(&folder).join("wayland-0").exists())
    };
    ["DISPLAY", "WAYLAND_DISPLAY", "GDK_BACKEND"]
        .iter()
        .any(|name| is_set(name))
        || usual()
}

fn decide(machine: &Machine) -> Choice {
    let software = |why: &str| Choice {
        words: format!("software ({why})"),
        software: true,
    };
    let hardware = || Choice {
        words: "hardware".to_owned(),
        software: false,
    };
    if let Some(value) = machine.switch.as_deref() {
        return match value {
            "" | "0" => hardware(),
            _ => software("chosen by WEBKIT_DISABLE_DMABUF_RENDERER"),
        };
    }
    match machine.requested.as_deref() {
        Some("hardware") => return hardware(),
        Some("software") => return software("chosen by PLINTH_RENDERER"),
        _ => {}
    }
    if machine.software_gl {
        return software("LIBGL_ALWAYS_SOFTWARE is set");
    }
    if machine.nodes.is_empty() {
        return software("no GPU");
    }
    if !machine.nodes.iter().any(|node| node.usable) {
        return software("no permission to use the GPU");
    }
    if machine
        .nodes
        .iter()
        .all(|node| !node.usable || node.is_software())
    {
        return software("the GPU is a software one");
    }
    hardware()
}

impl Node {
    fn is_software(&self) -> bool {
        matches!(self.driver.as_deref(), Some("vgem" | "vkms"))
    }
}

fn detect() -> Machine {
    let read = |name| std::env::var(name).ok();
    Machine {
        requested: read(OVERRIDE),
        switch: read(SWITCH),
        software_gl: read("LIBGL_ALWAYS_SOFTWARE")
            .is_some_and(|value| value == "1" || value == "true"),
        nodes: nodes(),
    }
}

fn nodes() -> Vec<Node> {
    let Ok(entries) = std::fs::read_dir("/dev/dri") else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter_map(|entry| {
            entry
                .file_name()
                .into_string()
                .ok()
                .map(|name| (entry.path(), name))
        })
        .filter(|(_, name)| name.starts_with("renderD"))
        .map(|(path, name)| Node {
            usable: std::fs::OpenOptions::new()
                .read(true)
                .write(true)
                .open(path)
                .is_ok(),
            driver: std::fs::read_link(format!("/sys/class/drm/{name}/device/driver"))
                .ok()
                .and_then(|link| link.file_name()?.to_str().map(str::to_owned)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(usable: bool, driver: &str) -> Node {
        Node {
            usable,
            driver: Some(driver.to_owned()),
        }
    }

    #[track_caller]
    fn check(machine: &Machine, expected: &str) {
        let choice = decide(machine);
        assert_eq!(choice.words, expected);
        assert_eq!(choice.software, expected.starts_with("software"));
    }

    #[test]
    fn follows_the_machine() {
        check(&Machine::default(), "software (no GPU)");
        check(
            &Machine {
                nodes: vec![node(true, "i915")],
                ..Machine::default()
            },
            "hardware",
        );
        check(
            &Machine {
                nodes: vec![node(false, "i915")],
                ..Machine::default()
            },
            "software (no permission to use the GPU)",
        );
        check(
            &Machine {
                nodes: vec![node(true, "vgem"), node(false, "i915")],
                ..Machine::default()
            },
            "software (the GPU is a software one)",
        );
        check(
            &Machine {
                nodes: vec![node(true, "vgem"), node(true, "amdgpu")],
                ..Machine::default()
            },
            "hardware",
        );
        check(
            &Machine {
                nodes: vec![node(true, "i915")],
                software_gl: true,
                ..Machine::default()
            },
            "software (LIBGL_ALWAYS_SOFTWARE is set)",
        );
    }

    #[test]
    fn the_person_has_the_last_word() {
        let requested = |requested: &str| Machine {
            requested: Some(requested.to_owned()),
            ..Machine::default()
        };
        check(&requested("hardware"), "hardware");
        check(
            &requested("software"),
            "software (chosen by PLINTH_RENDERER)",
        );
        check(&requested("nonsense"), "software (no GPU)");
        let switch = |value: &str| Machine {
            switch: Some(value.to_owned()),
            nodes: vec![node(true, "i915")],
            ..Machine::default()
        };
        check(
            &switch("1"),
            "software (chosen by WEBKIT_DISABLE_DMABUF_RENDERER)",
        );
        check(&switch("0"), "hardware");
    }
}
