//! How a database shows that it was the one that answered.

use uuid::Uuid;

/// What one database says and no other.
pub fn mark() -> String {
    Uuid::new_v4().simple().to_string()
}

/// Makes a database answer the query of the programs with something that no other one says. Some of them read the
/// number of PostgreSQL in it.
pub fn answering(mark: &str) -> String {
    format!(
        "CREATE FUNCTION public.version() RETURNS text LANGUAGE sql
           RETURN pg_catalog.version() || ' {mark}';
         DO $$ BEGIN
           EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
         END $$;"
    )
}
