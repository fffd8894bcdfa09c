//! Documents: JSON records of a type that only its route knows, stored per project and removed with it.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A kind of document. What is kept of a project goes with the project's record, and outlives its deletion until then.
pub trait Document: Serialize + DeserializeOwned {
    /// What it is stored as: no other kind's, and never changed.
    const KIND: &'static str;

    fn project_id(&self) -> &str;

    /// Unlike that of every other document of its kind.
    fn id(&self) -> &str;
}

#[derive(Debug, thiserror::Error)]
#[error("the sandbox couldn't read or write a document of the kind {kind}")]
pub struct DocumentError {
    kind: &'static str,
    source: serde_json::Error,
}

impl DocumentError {
    fn of<T: Document>(source: serde_json::Error) -> Self {
        Self {
            kind: T::KIND,
            source,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DocumentKey {
    pub project_id: String,
    pub kind: String,
    pub id: String,
}

impl DocumentKey {
    pub fn of<T: Document>(document: &T) -> Self {
        Self {
            project_id: document.project_id().to_owned(),
            kind: T::KIND.to_owned(),
            id: document.id().to_owned(),
        }
    }
}

/// A document as it is written.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct StoredDocument {
    #[serde(skip)]
    pub key: DocumentKey,
    pub body: Value,
}

impl StoredDocument {
    pub fn of<T: Document>(document: &T) -> Result<Self, DocumentError> {
        Ok(Self {
            key: DocumentKey::of(document),
            body: serde_json::to_value(document).map_err(DocumentError::of::<T>)?,
        })
    }
}

/// The documents of all projects.
#[derive(Debug, Default)]
pub struct Documents(BTreeMap<DocumentKey, Value>);

impl Documents {
    /// Those of one kind, by their ids.
    pub fn of_project<T: Document>(&self, project_id: &str) -> Result<Vec<T>, DocumentError> {
        let from = DocumentKey {
            project_id: project_id.to_owned(),
            kind: T::KIND.to_owned(),
            id: String::new(),
        };
        let all = self.0.range(from..);
        all.take_while(|(key, _)| key.project_id == project_id && key.kind == T::KIND)
            .map(|(_, body)| T::deserialize(body).map_err(DocumentError::of::<T>))
            .collect()
    }

    pub fn put(&mut self, it: StoredDocument) {
        self.0.insert(it.key, it.body);
    }

    pub fn remove(&mut self, key: &DocumentKey) {
        self.0.remove(key);
    }

    pub fn remove_project(&mut self, project_id: &str) {
        self.0.retain(|key, _| key.project_id != project_id);
    }
}
