//! Decides which markup of the page may be shown again by the next start, before the interface runs.

/// Elements that hold text and lay it out. None loads, runs or sends anything, and none changes how the text in it is read.
const ELEMENTS: &[&str] = &[
    "a",
    "aside",
    "b",
    "button",
    "caption",
    "circle",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "ellipse",
    "figcaption",
    "figure",
    "footer",
    "g",
    "h1",
    "h2",
    "h3",
    "header",
    "kbd",
    "label",
    "li",
    "line",
    "main",
    "nav",
    "ol",
    "p",
    "path",
    "polygon",
    "polyline",
    "rect",
    "section",
    "small",
    "span",
    "strong",
    "svg",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "time",
    "tr",
    "ul",
];

/// Elements without an end.
const VOID: &[&str] = &["br", "hr", "input", "wbr"];

/// Attributes that say how an element looks or what it is, besides `aria-*` and `data-*`.
const ATTRIBUTES: &[&str] = &[
    "autocapitalize",
    "autocomplete",
    "autocorrect",
    "checked",
    "class",
    "clip-rule",
    "colspan",
    "cx",
    "cy",
    "d",
    "datetime",
    "dir",
    "disabled",
    "draggable",
    "enterkeyhint",
    "fill",
    "fill-rule",
    "focusable",
    "for",
    "height",
    "hidden",
    "inputmode",
    "lang",
    "maxlength",
    "name",
    "opacity",
    "placeholder",
    "points",
    "r",
    "readonly",
    "role",
    "rowspan",
    "rx",
    "ry",
    "scope",
    "spellcheck",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
    "tabindex",
    "title",
    "transform",
    "type",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "xmlns",
    "y",
    "y1",
    "y2",
];

/// True if this is what `innerHTML` writes for elements and attributes of the lists alone, each element with its end. Anything
/// else could end the template that holds it, and be a page of its own.
pub fn is_plain(html: &str) -> bool {
    let mut open = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        if has_control(&rest[..at]) {
            return false;
        }
        let Some(after) = tag(&rest[at + 1..], &mut open) else {
            return false;
        };
        rest = after;
    }
    open.is_empty() && !has_control(rest)
}

/// Reads a tag behind its `<`. Returns what comes after the tag.
fn tag<'a>(text: &'a str, open: &mut Vec<&'a str>) -> Option<&'a str> {
    if let Some(end) = text.strip_prefix('/') {
        let (name, after) = end.split_once('>')?;
        return (open.pop() == Some(name)).then_some(after);
    }
    let end = text.find([' ', '>'])?;
    let (name, mut rest) = text.split_at(end);
    if ELEMENTS.contains(&name) {
        open.push(name);
    } else if !VOID.contains(&name) {
        return None;
    }
    loop {
        if let Some(after) = rest.strip_prefix('>') {
            return Some(after);
        }
        let (attribute, value) = rest.strip_prefix(' ')?.split_once("=\"")?;
        let (value, after) = value.split_once('"')?;
        if !is_harmless(attribute, value) {
            return None;
        }
        rest = after;
    }
}

fn is_harmless(name: &str, value: &str) -> bool {
    let is_word = name
        .bytes()
        .all(|it| it.is_ascii_alphanumeric() || it == b'-');
    let is_known = match name {
        // A place in the interface.
        "href" => value.starts_with('#'),
        // Set as a style by the script that shows it. A style may load.
        "data-style" => !["url", "image", "@", "\\", "/*"]
            .iter()
            .any(|part| value.contains(part)),
        // A word of the interface, such as that of a choice, and nothing that was typed.
        "value" => {
            value.len() <= 32
                && value
                    .bytes()
                    .all(|it| it.is_ascii_lowercase() || it == b'-')
        }
        _ => name.starts_with("aria-") || name.starts_with("data-") || ATTRIBUTES.contains(&name),
    };
    is_word && is_known && !has_control(value)
}

fn has_control(text: &str) -> bool {
    text.chars()
        .any(|c| c.is_control() && c != '\n' && c != '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_of_a_window_is_plain() {
        for html in [
            "",
            "text &lt;script&gt;",
            "<div class=\"row\" role=\"row\" data-key=\"a/1\"><span title=\"a>b\">x</span></div>",
            "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"></path></svg><input type=\"text\" value=\"\" placeholder=\"Search\">",
            "<input class=\"x\" type=\"radio\" name=\":r1:\" value=\"all\" checked=\"\">",
            "<a href=\"#/projects\" aria-current=\"page\" data-style=\"width: calc(1px + 2px)\">Projects</a>",
        ] {
            assert!(is_plain(html), "{html}");
        }
    }

    #[test]
    fn anything_else_is_not_plain() {
        for html in [
            "</template><p>x</p>",
            "<template></template>",
            "<div></template></div>",
            "<script>x</script>",
            "<ScRiPt>x</ScRiPt>",
            "<style>p{}</style>",
            "<title><p class=\"</title><script>x</script>\"></p></title>",
            "<textarea></textarea>",
            "<form action=\"https://a.example\"></form>",
            "<iframe src=\"https://a.example\"></iframe>",
            "<img src=\"x\">",
            "<meta http-equiv=\"refresh\" content=\"0\">",
            "<p onclick=\"x\">x</p>",
            "<p style=\"color:red\">x</p>",
            "<p id=\"root\">x</p>",
            "<a href=\"https://a.example\">x</a>",
            "<a href=\"javascript:x\">x</a>",
            "<p data-style=\"background: url(https://a.example)\">x</p>",
            "<p data-style=\"background: u\\72l(x)\">x</p>",
            "<input value=\"Typed text\">",
            "<p class='x'>x</p>",
            "<p class=x>x</p>",
            "<p hidden>x</p>",
            "<p/class=\"x\">x</p>",
            "<p class=\"x\"onclick=\"y\">x</p>",
            "<p>x",
            "x</p>",
            "<div><p></div></p>",
            "<!-- x -->",
            "<!doctype html>",
            "<p",
            "<",
            "\u{0}",
        ] {
            assert!(!is_plain(html), "{html}");
        }
    }
}
