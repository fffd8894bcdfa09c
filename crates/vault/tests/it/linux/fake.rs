//! A Secret Service that behaves as badly as it is configured to.

use std::collections::HashMap;

use zbus::object_server::SignalEmitter;
use zbus::zvariant::{ObjectPath, OwnedObjectPath, OwnedValue, Value};
use zbus::{Connection, connection, interface};

const SERVICE: &str = "/org/freedesktop/secrets";
const COLLECTION: &str = "/org/freedesktop/secrets/collection/login";
const PROMPT: &str = "/org/freedesktop/secrets/prompt/1";

/// What is wrong with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Behaviour {
    /// It is locked, and the person closes the window that asks for the password.
    Dismissing,
    /// It is locked, and nobody answers the window.
    Ignored,
    /// It never answers anything.
    Hanging,
    /// It answers each call with an error that no specification names.
    Failing,
}

/// Takes the name of the Secret Service for as long as the connection lives.
pub async fn start(behaviour: Behaviour) -> Connection {
    connection::Builder::session()
        .unwrap()
        .serve_at(SERVICE, Service(behaviour))
        .unwrap()
        .serve_at(COLLECTION, Collection)
        .unwrap()
        .serve_at(PROMPT, Prompt(behaviour))
        .unwrap()
        .name("org.freedesktop.secrets")
        .unwrap()
        .build()
        .await
        .unwrap()
}

struct Service(Behaviour);

#[interface(name = "org.freedesktop.Secret.Service")]
impl Service {
    async fn open_session(
        &self,
        algorithm: &str,
        _input: Value<'_>,
    ) -> zbus::fdo::Result<(OwnedValue, OwnedObjectPath)> {
        match self.0 {
            Behaviour::Hanging => std::future::pending::<()>().await,
            Behaviour::Failing => return Err(zbus::fdo::Error::Failed("no".to_owned())),
            Behaviour::Dismissing | Behaviour::Ignored => {}
        }
        let output = if algorithm == "plain" {
            Value::from("")
        } else {
            Value::from(vec![2_u8; 128])
        };
        Ok((
            output.try_to_owned().unwrap(),
            path("/org/freedesktop/secrets/session/1"),
        ))
    }

    fn read_alias(&self, _name: &str) -> OwnedObjectPath {
        path(COLLECTION)
    }

    fn unlock(&self, _objects: Vec<ObjectPath<'_>>) -> (Vec<OwnedObjectPath>, OwnedObjectPath) {
        (Vec::new(), path(PROMPT))
    }

    fn search_items(
        &self,
        _attributes: HashMap<&str, &str>,
    ) -> (Vec<OwnedObjectPath>, Vec<OwnedObjectPath>) {
        (Vec::new(), Vec::new())
    }
}

struct Collection;

#[interface(name = "org.freedesktop.Secret.Collection")]
impl Collection {
    #[zbus(property)]
    fn locked(&self) -> bool {
        true
    }
}

struct Prompt(Behaviour);

#[interface(name = "org.freedesktop.Secret.Prompt")]
impl Prompt {
    async fn prompt(
        &self,
        _window: &str,
        #[zbus(signal_emitter)] emitter: SignalEmitter<'_>,
    ) -> zbus::fdo::Result<()> {
        if self.0 == Behaviour::Dismissing {
            Self::completed(&emitter, true, Value::from("")).await?;
        }
        Ok(())
    }

    #[zbus(signal)]
    async fn completed(
        emitter: &SignalEmitter<'_>,
        dismissed: bool,
        result: Value<'_>,
    ) -> zbus::Result<()>;
}

fn path(text: &str) -> OwnedObjectPath {
    ObjectPath::try_from(text.to_owned()).unwrap().into()
}
