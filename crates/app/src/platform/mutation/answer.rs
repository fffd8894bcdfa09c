//! What all replies have in common, and how a lost reply is replaced by what was read.

use api::resource::branches::Branch;
use api::resource::computes::Endpoint;
use api::resource::databases::Database;
use api::resource::operations::Operation;
use api::resource::projects::Project;

/// The named resources in a reply, or in what was read instead of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AffectedResources<'a> {
    pub(crate) project: Option<&'a Project>,
    pub(crate) branch: Option<&'a Branch>,
    pub(crate) computes: &'a [Endpoint],
    pub(crate) databases: &'a [Database],
    /// The id of an API key, and its name where the reply says it.
    pub(crate) key: Option<(i64, Option<&'a str>)>,
}

impl<'a> AffectedResources<'a> {
    pub(crate) fn project(project: &'a Project) -> Self {
        Self {
            project: Some(project),
            ..Self::default()
        }
    }

    pub(crate) fn branch(branch: &'a Branch) -> Self {
        Self {
            branch: Some(branch),
            ..Self::default()
        }
    }

    pub(crate) fn compute(compute: &'a Endpoint) -> Self {
        Self {
            computes: std::slice::from_ref(compute),
            ..Self::default()
        }
    }

    pub(crate) fn database(database: &'a Database) -> Self {
        Self {
            databases: std::slice::from_ref(database),
            ..Self::default()
        }
    }
}

/// The value of a mutation's reply, where a reconciliation reads `I`.
pub(crate) trait Answer<I>: Send + Sync + 'static {
    /// The operations that it started.
    fn operations(&self) -> &[Operation] {
        &[]
    }

    /// The id of what it made or changed, when that has one of its own.
    fn id(&self) -> Option<String> {
        None
    }

    /// The named resources in it.
    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources::default()
    }

    /// True if there is nothing in the reply of a deletion because nothing was there.
    fn is_nothing(&self) -> bool {
        false
    }

    /// The value from what a reconciliation read, without the parts that only the reply had. `None` when it needs those.
    fn of(found: Option<I>) -> Option<Self>
    where
        Self: Sized;
}

/// Of a mutation whose reply says nothing.
impl<I> Answer<I> for () {
    fn of(_: Option<I>) -> Option<Self> {
        Some(())
    }
}

/// Of a mutation whose reply may be empty, such as a deletion.
impl<I, T: Answer<I>> Answer<I> for Option<T> {
    fn operations(&self) -> &[Operation] {
        self.as_ref().map_or(&[], Answer::operations)
    }

    fn affected(&self) -> AffectedResources<'_> {
        self.as_ref().map(Answer::affected).unwrap_or_default()
    }

    fn is_nothing(&self) -> bool {
        self.is_none()
    }

    fn of(found: Option<I>) -> Option<Self> {
        Some(T::of(found))
    }
}

/// Ids of what was made or started: no later mutation made these.
pub(super) fn ids<I: 'static>(answer: &dyn Answer<I>) -> Vec<String> {
    let operations = answer.operations().iter();
    let operations = operations.map(|operation| operation.id.to_string());
    answer.id().into_iter().chain(operations).collect()
}
