use app::view::ErrorView;

/// What every command returns.
pub type Reply<T> = Result<T, ErrorView>;
