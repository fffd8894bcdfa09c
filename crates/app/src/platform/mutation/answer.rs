//! What replies have in common, and how one is made of what a look found when the reply was lost.

use api::Reply;
use api::resource::branches::Branch;
use api::resource::computes::Endpoint;
use api::resource::databases::Database;
use api::resource::operations::Operation;
use api::resource::projects::Project;

/// What a reply, or a look, says of things that have names.
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

/// The value of a mutation's reply, where a look at the platform finds `I`.
pub(crate) trait Answer<I>: Send + Sized + 'static {
    /// What still goes on.
    fn operations(&self) -> &[Operation] {
        &[]
    }

    /// The id of what it made or changed, when that has one of its own.
    fn id(&self) -> Option<String> {
        None
    }

    /// What it says of things that have names.
    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources::default()
    }

    /// The same from a look, as far as a look can see it. `None` when nothing of use can be made of it.
    fn of(found: Option<I>) -> Option<Self>;
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

    fn of(found: Option<I>) -> Option<Self> {
        Some(T::of(found))
    }
}

/// Ids by which this reply's doing is told from another's.
pub(super) fn ids<I, T: Answer<I>>(reply: &Reply<T>) -> Vec<String> {
    let operations = reply.value.operations().iter();
    let operations = operations.map(|operation| operation.id.to_string());
    reply.value.id().into_iter().chain(operations).collect()
}
