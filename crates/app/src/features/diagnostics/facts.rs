/// What is known outside of the core.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Versions, each by what it is of.
    pub versions: Vec<(String, String)>,
    /// How the sandbox stands.
    pub sandbox: Vec<(String, String)>,
    /// The last lines of the log, the oldest first, without what other libraries say.
    pub log: Vec<String>,
}
