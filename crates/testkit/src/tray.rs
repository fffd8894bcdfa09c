//! A desktop's tray: it takes icons, reads their menus and clicks in them.

use std::collections::HashMap;

use tokio::sync::mpsc;
use zbus::Connection;
use zbus::message::Header;
use zbus::zvariant::{OwnedValue, Structure, Value};

const WATCHER: &str = "org.kde.StatusNotifierWatcher";
const ITEM: &str = "org.kde.StatusNotifierItem";
const MENU: &str = "com.canonical.dbusmenu";

/// Has the name of the session's tray for as long as it lives.
#[derive(Debug)]
pub struct Tray {
    bus: Connection,
    icons: mpsc::UnboundedReceiver<String>,
}

/// A program's icon.
#[derive(Clone, Debug)]
pub struct Icon {
    bus: Connection,
    /// The program's name on the bus.
    service: String,
    menu: String,
}

#[derive(Clone, Debug)]
pub struct Item {
    pub id: i32,
    pub label: String,
    pub is_enabled: bool,
    pub items: Vec<Item>,
}

impl Tray {
    pub async fn start(address: &str) -> Self {
        let bus = super::bus::connect(address).await;
        let (came, icons) = mpsc::unbounded_channel();
        let watcher = Watcher { came };
        let server = bus.object_server();
        server.at("/StatusNotifierWatcher", watcher).await.unwrap();
        bus.request_name(WATCHER).await.unwrap();
        Self { bus, icons }
    }

    /// The next icon that comes.
    pub async fn icon(&mut self) -> Icon {
        let came = tokio::time::timeout(super::PATIENCE, self.icons.recv()).await;
        let service = came.expect("no icon came in time").unwrap();
        let menu = property(&self.bus, &service, "/StatusNotifierItem", ITEM, "Menu").await;
        let menu = zbus::zvariant::OwnedObjectPath::try_from(menu).unwrap();
        Icon {
            bus: self.bus.clone(),
            service,
            menu: menu.to_string(),
        }
    }
}

impl Icon {
    /// A text that the program says of its icon, such as `Title`.
    pub async fn text(&self, name: &str) -> String {
        let path = "/StatusNotifierItem";
        let value = property(&self.bus, &self.service, path, ITEM, name).await;
        String::try_from(value).unwrap()
    }

    /// What the menu has now.
    pub async fn items(&self) -> Vec<Item> {
        let about = self.call("AboutToShow", &(0_i32,)).await;
        let _: bool = about.body().deserialize().unwrap();
        let no_names: &[&str] = &[];
        let reply = self.call("GetLayout", &(0_i32, -1_i32, no_names)).await;
        let body = reply.body();
        let layout: Structure<'_> = body.deserialize().unwrap();
        match layout.fields() {
            [_, Value::Structure(root)] => read(root).items,
            other => panic!("{other:?} is no menu"),
        }
    }

    /// Waits for an item and clicks it.
    pub async fn click(&self, label: &str) {
        let found = async || find(&self.items().await, label).map(|item| item.id);
        let id = super::until_that(label, found, Option::is_some)
            .await
            .unwrap();
        let nothing = Value::from("");
        self.call("Event", &(id, "clicked", nothing, 0_u32)).await;
    }

    /// Whether the program still has it.
    pub async fn is_there(&self) -> bool {
        let bus = zbus::fdo::DBusProxy::new(&self.bus).await.unwrap();
        let name = self.service.as_str().try_into().unwrap();
        bus.name_has_owner(name).await.unwrap()
    }

    async fn call<B>(&self, method: &str, body: &B) -> zbus::Message
    where
        B: zbus::export::serde::Serialize + zbus::zvariant::DynamicType,
    {
        let to = Some(self.service.as_str());
        let path = self.menu.as_str();
        let called = self.bus.call_method(to, path, Some(MENU), method, body);
        called.await.unwrap()
    }
}

fn find(items: &[Item], label: &str) -> Option<Item> {
    items.iter().find_map(|item| match item.label == label {
        true => Some(item.clone()),
        false => find(&item.items, label),
    })
}

/// `(ia{sv}av)`: an item's number, what it is, and the items in it.
fn read(item: &Structure<'_>) -> Item {
    let [Value::I32(id), Value::Dict(about), Value::Array(items)] = item.fields() else {
        panic!("{item:?} is no item of a menu");
    };
    let about = about.try_clone().unwrap();
    let about: HashMap<String, OwnedValue> = about.try_into().unwrap();
    let label = about
        .get("label")
        .and_then(|it| String::try_from(it.try_clone().ok()?).ok());
    let is_enabled = about.get("enabled").and_then(|it| bool::try_from(it).ok());
    let items = items.iter().map(|item| match item {
        Value::Value(item) => match &**item {
            Value::Structure(item) => read(item),
            other => panic!("{other:?} is no item of a menu"),
        },
        other => panic!("{other:?} is no item of a menu"),
    });
    Item {
        id: *id,
        label: label.unwrap_or_default(),
        is_enabled: is_enabled.unwrap_or(true),
        items: items.collect(),
    }
}

async fn property(
    bus: &Connection,
    service: &str,
    path: &str,
    interface: &str,
    name: &str,
) -> OwnedValue {
    let properties = "org.freedesktop.DBus.Properties";
    let which = (interface, name);
    let called = bus.call_method(Some(service), path, Some(properties), "Get", &which);
    called.await.unwrap().body().deserialize().unwrap()
}

struct Watcher {
    came: mpsc::UnboundedSender<String>,
}

#[zbus::interface(name = "org.kde.StatusNotifierWatcher")]
impl Watcher {
    #[expect(clippy::needless_pass_by_value, reason = "zbus hands it over so")]
    fn register_status_notifier_item(
        &mut self,
        service: String,
        #[zbus(header)] header: Header<'_>,
    ) {
        // A program names itself, or the path of its icon.
        let sender = header.sender().unwrap().to_string();
        let service = if service.starts_with('/') {
            sender
        } else {
            service
        };
        // Who waited for it may be gone.
        drop(self.came.send(service));
    }

    fn register_status_notifier_host(&mut self, _service: String) {}

    #[zbus(property)]
    fn registered_status_notifier_items(&self) -> Vec<String> {
        Vec::new()
    }

    #[zbus(property)]
    fn is_status_notifier_host_registered(&self) -> bool {
        true
    }

    #[zbus(property)]
    fn protocol_version(&self) -> i32 {
        0
    }
}
