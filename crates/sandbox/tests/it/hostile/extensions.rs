//! The script of an extension that an owner may create runs with the superuser's rights. What the
//! owner planted where the script looks for names must not run then.

use crate::extensions::TRUSTED;
use crate::support::sql;

use super::planted::Hostile;

/// Beside what is in `public` already: what the scripts name, for the types that they have, closer
/// than PostgreSQL's own or in its place.
const TRAPS: &str = r"
    CREATE FUNCTION hostile.trap(float8, float8) RETURNS float8 LANGUAGE sql
        AS $$ SELECT hostile.climb('trap')::int::float8 $$;
    CREATE FUNCTION hostile.trap(text, text) RETURNS bool LANGUAGE sql
        AS $$ SELECT hostile.climb('trap') $$;
    CREATE FUNCTION hostile.trap(oid, oid) RETURNS bool LANGUAGE sql
        AS $$ SELECT hostile.climb('trap') $$;
    CREATE OPERATOR public.* (LEFTARG = float8, RIGHTARG = float8, FUNCTION = hostile.trap);
    CREATE OPERATOR public./ (LEFTARG = float8, RIGHTARG = float8, FUNCTION = hostile.trap);
    CREATE OPERATOR public.- (LEFTARG = float8, RIGHTARG = float8, FUNCTION = hostile.trap);
    CREATE OPERATOR public.= (LEFTARG = text, RIGHTARG = text, FUNCTION = hostile.trap);
    CREATE OPERATOR public.= (LEFTARG = oid, RIGHTARG = oid, FUNCTION = hostile.trap);
    CREATE FUNCTION public.pi() RETURNS float8 LANGUAGE sql
        AS $$ SELECT hostile.climb('trap')::int::float8 $$;
    CREATE FUNCTION public.radians(float8) RETURNS float8 LANGUAGE sql
        AS $$ SELECT hostile.climb('trap')::int::float8 $$;
    CREATE FUNCTION public.abs(float8) RETURNS float8 LANGUAGE sql
        AS $$ SELECT hostile.climb('trap')::int::float8 $$;
    CREATE FUNCTION public.current_setting(text, bool) RETURNS text LANGUAGE sql
        AS $$ SELECT hostile.climb('trap')::text $$;
    CREATE FUNCTION public.int4(name) RETURNS int LANGUAGE sql
        AS $$ SELECT hostile.climb('trap')::int $$;
    CREATE CAST (hostile.pair AS float8) WITH FUNCTION hostile.number(hostile.pair) AS IMPLICIT;
    CREATE DOMAIN public.float8 AS double precision CHECK (hostile.climb('trap'));
    CREATE DOMAIN public.oid AS pg_catalog.oid CHECK (hostile.climb('trap'));
    CREATE DOMAIN public.regclass AS pg_catalog.regclass CHECK (hostile.climb('trap'));
    CREATE VIEW public.pg_extension AS SELECT hostile.climb('view') AS extname;
    CREATE VIEW public.pg_class AS SELECT hostile.climb('view') AS relname";

#[tokio::test(flavor = "multi_thread")]
async fn a_script_of_an_extension_runs_nothing_of_its_owner() {
    let it = Hostile::start().await;
    let owner = it.connect().await;
    let number = "CREATE FUNCTION hostile.number(hostile.pair) RETURNS float8 LANGUAGE sql
        AS $$ SELECT hostile.climb('cast')::int::float8 $$";
    sql::run(&owner, number).await;
    for trap in TRAPS.split(";\n") {
        sql::run(&owner, trap).await;
    }
    for search_path in ["public", "hostile, public, pg_catalog"] {
        let owner = it.connect().await;
        for (name, _) in TRUSTED {
            let schema = search_path.split(',').next().unwrap();
            let create = format!(
                "SET search_path = {search_path};
                 CREATE EXTENSION {name} SCHEMA {schema} CASCADE;
                 SET search_path = pg_catalog"
            );
            let created = owner.batch_execute(&create).await;
            it.is_low(&format!("CREATE EXTENSION {name} in {schema}"));
            if let Err(error) = created {
                panic!("{name} in {schema}: {error:?}");
            }
        }
        // As an upgrade of PostgreSQL does it, and the copy of a branch.
        it.control("sleep").await;
        it.control("wake").await;
        let owner = it.connect().await;
        for (name, _) in TRUSTED {
            let again = format!("ALTER EXTENSION {name} UPDATE; DROP EXTENSION {name}");
            sql::run(&owner, &again).await;
            it.is_low(&format!("ALTER and DROP EXTENSION {name}"));
        }
        sql::run(&owner, "DROP EXTENSION IF EXISTS cube").await;
    }
    it.fixture.sandbox.stop().await;
}
