//! A browser without a screen: reads the forms of a page and sends them as a person's click would.

use crate::http::{self, Reply};

/// A page that was opened, and its forms.
#[derive(Debug)]
pub struct Page {
    origin: String,
    path: String,
    pub html: String,
}

impl Page {
    /// Opens an address of the form `http://host:port/path`.
    pub async fn open(address: &str) -> Self {
        let url = url::Url::parse(address).unwrap();
        let origin = url.origin().ascii_serialization();
        let path = url[url::Position::BeforePath..].to_owned();
        let reply = http::get(&origin, &path).await;
        Self {
            html: reply.body,
            origin,
            path,
        }
    }

    /// Presses the button with this text and follows where it leads.
    pub async fn press(&self, button: &str) -> Self {
        let form = self
            .form_of(button)
            .unwrap_or_else(|| panic!("no form has a button `{button}`:\n{}", self.html));
        let path = match attribute(form, "action") {
            Some(action) if !action.is_empty() => action,
            _ => self.path.clone(),
        };
        let reply = http::post_form(&self.origin, &path, &fields(form, button)).await;
        self.follow(reply, path).await
    }

    async fn follow(&self, reply: Reply, path: String) -> Self {
        let origin = self.origin.clone();
        let Some(location) = reply.header("location").map(str::to_owned) else {
            assert!(
                reply.status < 400,
                "{path} answered {}: {}",
                reply.status,
                reply.body
            );
            return Self {
                origin,
                path,
                html: reply.body,
            };
        };
        let path = location
            .strip_prefix(&origin)
            .unwrap_or(&location)
            .to_owned();
        let html = http::get(&origin, &path).await.body;
        Self { origin, path, html }
    }

    /// The form that a button stands in, or that it names.
    fn form_of(&self, button: &str) -> Option<&str> {
        let buttons = self.html.split("<button").skip(1);
        let mut tags = buttons.filter_map(|rest| rest.split("</button>").next());
        let tag = tags.find(|tag| text(tag).contains(button))?;
        match attribute(tag, "form") {
            Some(id) => self
                .forms()
                .find(|form| attribute(form, "id").as_deref() == Some(&id)),
            None => self.forms().find(|form| form.contains(tag)),
        }
    }

    fn forms(&self) -> impl Iterator<Item = &str> {
        self.html
            .split("<form")
            .skip(1)
            .filter_map(|rest| rest.split("</form>").next())
    }
}

/// The fields a browser would send: hidden ones, the chosen or else the first radio of each name, and the button.
fn fields(form: &str, button: &str) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for tag in form.split("<input").skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let (Some(name), value) = (
            attribute(tag, "name"),
            attribute(tag, "value").unwrap_or_default(),
        ) else {
            continue;
        };
        let radio = attribute(tag, "type").is_some_and(|kind| kind == "radio");
        match fields.iter_mut().find(|(known, _)| *known == name) {
            Some(field) if radio && tag.contains("checked") => field.1 = value,
            Some(_) if radio => {}
            _ => fields.push((name, value)),
        }
    }
    for tag in form.split("<button").skip(1) {
        let own_text = tag.split("</button>").next().unwrap_or_default();
        if let (true, Some(name)) = (text(own_text).contains(button), attribute(tag, "name")) {
            fields.push((name, attribute(tag, "value").unwrap_or_default()));
        }
    }
    fields
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let tag = tag.split('>').next()?;
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    let value = rest.split('"').next()?;
    Some(value.replace("&amp;", "&").replace("&quot;", "\""))
}

fn text(html: &str) -> String {
    html.split('<')
        .filter_map(|part| {
            part.split_once('>')
                .map_or(Some(part), |(_, text)| Some(text))
        })
        .collect()
}
