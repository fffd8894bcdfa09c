//! What the owner of a database hangs on it, and whether any of it came higher than its author.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_postgres::Client;

use crate::support::management::Management;
use crate::support::test_project::TestProject;
use crate::support::test_sandbox::text;
use crate::support::{sql, until};

/// What everything hostile calls. It climbs as high as it can, and if it gets anywhere leaves a
/// file as proof, which no rollback takes back. `MARKS` is a folder that everybody may write to.
const CLIMB: &str = r"
    CREATE SCHEMA hostile;
    GRANT USAGE ON SCHEMA hostile TO PUBLIC;
    CREATE TABLE hostile.seen (what text, session_role text, present_role text, high bool);
    CREATE FUNCTION hostile.note(what text, s text, c text, high bool) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
    AS 'INSERT INTO hostile.seen VALUES (what, s, c, high)';
    CREATE FUNCTION hostile.climb(what text) RETURNS bool LANGUAGE plpgsql
    SET search_path = pg_catalog AS $climb$
    DECLARE high bool; s text := session_user; c text := current_user;
    BEGIN
        BEGIN RESET ROLE; EXCEPTION WHEN OTHERS THEN NULL; END;
        BEGIN RESET SESSION AUTHORIZATION; EXCEPTION WHEN OTHERS THEN NULL; END;
        BEGIN SET ROLE plinth_admin; EXCEPTION WHEN OTHERS THEN NULL; END;
        SELECT bool_or(rolsuper OR pg_has_role(oid, 'pg_execute_server_program', 'MEMBER')
                       OR pg_has_role(oid, 'pg_read_server_files', 'MEMBER')
                       OR pg_has_role(oid, 'pg_write_server_files', 'MEMBER'))
            OR current_setting('is_superuser') = 'on'
        INTO high FROM pg_catalog.pg_roles
        WHERE rolname IN (s, c, session_user, current_user);
        BEGIN
            EXECUTE format('COPY (SELECT 1) TO PROGRAM %L', 'touch MARKS/' || what);
        EXCEPTION WHEN OTHERS THEN NULL; END;
        BEGIN
            EXECUTE format('COPY (SELECT 1) TO %L', 'MARKS/' || what);
        EXCEPTION WHEN OTHERS THEN NULL; END;
        BEGIN
            PERFORM pg_read_file('/etc/passwd');
            high := true;
        EXCEPTION WHEN OTHERS THEN NULL; END;
        PERFORM hostile.note(what, s, c, high);
        RETURN true;
    EXCEPTION WHEN OTHERS THEN
        -- Such as where nothing may be written.
        RETURN true;
    END $climb$;
    CREATE FUNCTION hostile.fires() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM hostile.climb('trigger_' || TG_NAME);
        RETURN NEW;
    END $$;
    CREATE FUNCTION hostile.pure(what text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$
    BEGIN PERFORM hostile.climb('index'); RETURN what; END $$;
";

/// Where somebody with more rights may step on it.
const PLANTED: &str = r"
    CREATE TABLE hostile.goods (id serial PRIMARY KEY, word text DEFAULT 'x'
        CHECK (hostile.climb('check')), made bool DEFAULT hostile.climb('default'));
    INSERT INTO hostile.goods (word) VALUES ('a'), ('b');
    CREATE INDEX ON hostile.goods ((word || hostile.pure('const')));
    CREATE TRIGGER truncated BEFORE TRUNCATE ON hostile.goods EXECUTE FUNCTION hostile.fires();
    ALTER TABLE hostile.goods ENABLE ALWAYS TRIGGER truncated;
    CREATE TRIGGER written BEFORE INSERT OR UPDATE OR DELETE ON hostile.goods
        FOR EACH ROW EXECUTE FUNCTION hostile.fires();
    ALTER TABLE hostile.goods ENABLE ALWAYS TRIGGER written;
    ALTER TABLE hostile.goods ENABLE ROW LEVEL SECURITY;
    ALTER TABLE hostile.goods FORCE ROW LEVEL SECURITY;
    CREATE POLICY p ON hostile.goods USING (hostile.climb('policy'));
    CREATE VIEW hostile.pg_roles AS SELECT hostile.climb('view') AS rolname;
    CREATE VIEW public.pg_database AS SELECT hostile.climb('view') AS datname;
    CREATE RULE r AS ON INSERT TO hostile.seen WHERE false DO ALSO SELECT hostile.climb('rule');
    CREATE MATERIALIZED VIEW hostile.many AS SELECT hostile.climb('matview') AS n;
    CREATE DOMAIN hostile.word AS text CHECK (hostile.climb('domain'));
    CREATE TABLE hostile.words (w hostile.word);
    INSERT INTO hostile.words VALUES ('w');
    CREATE TYPE hostile.pair AS (a int);
    CREATE FUNCTION hostile.as_text(hostile.pair) RETURNS text LANGUAGE sql
        AS $$ SELECT hostile.climb('cast')::text $$;
    CREATE CAST (hostile.pair AS text) WITH FUNCTION hostile.as_text(hostile.pair) AS IMPLICIT;
    CREATE DOMAIN hostile.pairs AS hostile.pair CHECK (hostile.climb('pairs'));
    CREATE TABLE hostile.paired (p hostile.pairs DEFAULT ROW(1)::hostile.pair);
    INSERT INTO hostile.paired DEFAULT VALUES;
    CREATE STATISTICS hostile.counted ON (hostile.pure(word)), id FROM hostile.goods;
    ALTER TABLE hostile.goods ADD pure text GENERATED ALWAYS AS (hostile.pure(word)) STORED;
    CREATE FUNCTION hostile.apart(float8, float8) RETURNS float8 IMMUTABLE LANGUAGE sql
        AS $$ SELECT hostile.climb('range')::int::float8 $$;
    CREATE TYPE hostile.span AS RANGE (subtype = float8, subtype_diff = hostile.apart);
    CREATE TABLE hostile.spans AS SELECT hostile.span(n, n + 1) AS s FROM generate_series(1, 50) n;
    CREATE INDEX ON hostile.spans USING gist (s);
    CREATE TABLE hostile.parts (n int) PARTITION BY RANGE ((length(hostile.pure('x')) + n));
    CREATE TABLE hostile.part PARTITION OF hostile.parts FOR VALUES FROM (0) TO (9);
    CREATE FUNCTION hostile.equal(name, text) RETURNS bool LANGUAGE sql
        AS $$ SELECT hostile.climb('operator') $$;
    CREATE OPERATOR public.= (LEFTARG = name, RIGHTARG = text, FUNCTION = hostile.equal);
    CREATE OPERATOR hostile.= (LEFTARG = name, RIGHTARG = text, FUNCTION = hostile.equal);
    CREATE FUNCTION public.pg_terminate_backend(int, int) RETURNS bool LANGUAGE sql
        AS $$ SELECT hostile.climb('function') $$;
    CREATE FUNCTION public.setval(oid, bigint, bool) RETURNS bool LANGUAGE sql
        AS $$ SELECT hostile.climb('function') $$;
    CREATE COLLATION hostile.sorted (provider = builtin, locale = 'C.UTF-8');
    CREATE EXTENSION hstore SCHEMA hostile;
    CREATE EXTENSION citext SCHEMA public;
    CREATE FUNCTION hostile.equal(oid, regclass) RETURNS bool LANGUAGE sql
        AS $$ SELECT hostile.climb('operator') $$;
    CREATE OPERATOR public.= (LEFTARG = oid, RIGHTARG = regclass, FUNCTION = hostile.equal);
    CREATE FUNCTION hostile.joined(text, bigint) RETURNS text LANGUAGE sql
        AS $$ SELECT hostile.climb('operator')::text $$;
    CREATE OPERATOR public.|| (LEFTARG = text, RIGHTARG = bigint, FUNCTION = hostile.joined);
    CREATE FUNCTION public.pg_collation_actual_version(bigint) RETURNS text LANGUAGE sql
        AS $$ SELECT hostile.climb('function')::text $$;
    CREATE VIEW public.pg_collation AS SELECT hostile.climb('view') AS collprovider;
    CREATE VIEW public.pg_depend AS SELECT hostile.climb('view') AS objid;
    CREATE EXTENSION pg_trgm SCHEMA hostile VERSION '1.3';
    ALTER EXTENSION pg_trgm UPDATE;
    CREATE FUNCTION hostile.event() RETURNS event_trigger LANGUAGE plpgsql
        AS $$ BEGIN PERFORM hostile.climb('event'); END $$;
    CREATE SUBSCRIPTION far CONNECTION 'host=127.0.0.1 port=1 password=x' PUBLICATION p
        WITH (connect = false);
    SELECT lo_from_bytea(0, 'x');
    CREATE ROLE plinth_users;
    CREATE ROLE plinth_heir;
    CREATE DATABASE spare TEMPLATE template0;
    ALTER DATABASE spare IS_TEMPLATE true;
    ALTER DATABASE svcdb SET search_path = hostile, public, pg_catalog;
    ALTER DATABASE svcdb SET role = 'svcdb_owner';
    ALTER DATABASE svcdb SET row_security = on;
    ALTER DATABASE svcdb SET lock_timeout = 1;
    ALTER ROLE svcdb_owner SET search_path = hostile, public, pg_catalog;
";

/// On the table that the platform itself writes to.
pub const ON_USERS: &str = r"
    ALTER TABLE svc_auth.users_sync ADD more bool DEFAULT hostile.climb('users_default');
    ALTER TABLE svc_auth.users_sync ADD w hostile.word DEFAULT 'w';
    ALTER TABLE svc_auth.users_sync ADD CHECK (hostile.climb('users_check'));
    ALTER TABLE svc_auth.users_sync ENABLE ROW LEVEL SECURITY;
    ALTER TABLE svc_auth.users_sync FORCE ROW LEVEL SECURITY;
    CREATE POLICY p ON svc_auth.users_sync USING (hostile.climb('users_policy'));
    CREATE INDEX ON svc_auth.users_sync ((email || hostile.pure('const')));
    CREATE TRIGGER written BEFORE INSERT OR UPDATE ON svc_auth.users_sync
        FOR EACH ROW EXECUTE FUNCTION hostile.fires();
    ALTER TABLE svc_auth.users_sync ENABLE ALWAYS TRIGGER written;
    CREATE CONSTRAINT TRIGGER at_the_end AFTER INSERT ON svc_auth.users_sync
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hostile.fires();
";

/// What no owner may plant. Foreign tables need a wrapper, and none is there that an owner may use;
/// scripts of extensions lie among the programs, and nowhere else.
const FORBIDDEN: [&str; 17] = [
    "CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION hostile.event()",
    "CREATE EVENT TRIGGER e ON sql_drop EXECUTE FUNCTION hostile.event()",
    "CREATE EVENT TRIGGER e ON login EXECUTE FUNCTION hostile.event()",
    "CREATE FOREIGN DATA WRAPPER w",
    "CREATE FUNCTION hostile.c() RETURNS int LANGUAGE c AS 'a', 'b'",
    "CREATE FUNCTION hostile.i() RETURNS int LANGUAGE internal AS 'now'",
    "GRANT plinth_admin TO svcdb_owner",
    "ALTER ROLE plinth_admin PASSWORD 'x'",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "CREATE EXTENSION postgres_fdw",
    "CREATE EXTENSION file_fdw",
    "CREATE EXTENSION plpython3u",
    "CREATE ACCESS METHOD a TYPE TABLE HANDLER heap_tableam_handler",
    "ALTER DATABASE svcdb SET session_preload_libraries = 'hostile'",
    "ALTER ROLE svcdb_owner SET session_preload_libraries = 'hostile'",
    "ALTER SYSTEM SET local_preload_libraries = 'hostile'",
    "ALTER EXTENSION plpgsql ADD FUNCTION hostile.event()",
];
const IMPOSSIBLE: [(&str, &str); 4] = [
    (
        "CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw",
        "42704",
    ),
    (
        "CREATE FOREIGN TABLE hostile.far (n int) SERVER far",
        "42704",
    ),
    ("CREATE EXTENSION hostile", "0A000"),
    ("CREATE EXTENSION \"../../hostile\"", "22023"),
];

pub struct Hostile {
    pub fixture: TestProject,
    marks: TempDir,
    pub uri: String,
}

impl Hostile {
    pub async fn start() -> Self {
        let fixture = TestProject::start().await;
        let marks = tempfile::tempdir().unwrap();
        open_to_all(&marks);
        let uri = fixture.made["connection_uris"][0]["connection_uri"]
            .as_str()
            .unwrap()
            .to_owned();
        let it = Self {
            fixture,
            marks,
            uri,
        };
        let owner = it.connect().await;
        let marks = it.marks.path().to_str().unwrap();
        sql::run(&owner, &CLIMB.replace("MARKS", marks)).await;
        for statement in PLANTED.split(";\n") {
            let planted = owner.batch_execute(statement).await;
            assert!(planted.is_ok(), "{statement}: {planted:?}");
        }
        let forbidden = FORBIDDEN.map(|statement| (statement, "42501"));
        for (statement, why) in forbidden.into_iter().chain(IMPOSSIBLE) {
            let refused = owner.batch_execute(statement).await.unwrap_err();
            let code = refused.code().map(|it| it.code().to_owned());
            assert_eq!(code.as_deref(), Some(why), "{statement}");
        }
        it
    }

    /// The store is lost, and the data is put back from the quarantine.
    pub async fn put_back(self) -> Self {
        let Self { fixture, marks, .. } = self;
        let lose = |folder: &Path| {
            for name in ["world.db", "world.db-wal", "world.db-shm"] {
                let _ = std::fs::remove_file(folder.join(name));
            }
        };
        let sandbox = fixture.sandbox.again_after(lose).await;
        let listed = sandbox.admin("GET", "/sandbox/quarantine", "").await.json();
        assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
        let path = format!("/sandbox/quarantine/{}/put-back", text(&listed[0], "id"));
        let done = sandbox.admin("POST", &path, "").await;
        assert_eq!(done.status, 200, "{}", done.body);
        let api = Management::of(&sandbox);
        let path = "connection_uri?database_name=svcdb&role_name=svcdb_owner";
        let uri = api
            .get(&format!("/projects/{}/{path}", fixture.project))
            .await;
        assert_eq!(uri.status, 200, "{}", uri.body);
        let fixture = TestProject {
            sandbox,
            api,
            ..fixture
        };
        let it = Self {
            fixture,
            marks,
            uri: text(&uri.json(), "uri").to_owned(),
        };
        it.fixture.wait_for_operations().await;
        it.is_low("data that is put back");
        it
    }

    pub async fn connect(&self) -> Client {
        self.connect_as(&self.uri).await
    }

    /// Without the traps that lie on the way for others.
    pub async fn connect_as(&self, uri: &str) -> Client {
        let client = sql::connect(&self.ca_file(), uri).await;
        let clear = "SET search_path = pg_catalog; SET lock_timeout = 0";
        sql::run(&client, clear).await;
        client
    }

    /// Kills the project's server, and connects to the one that recovers its data.
    #[cfg(unix)]
    pub async fn recovered(&self, uri: &str) -> Client {
        use rustix::process::{Pid, Signal, kill_process};
        let folder = self.fixture.sandbox.folder.path().join("servers/branches");
        let lock = folder.join(&self.fixture.branch).join("postmaster.pid");
        let lock = std::fs::read_to_string(lock).unwrap();
        let server = lock.lines().next().unwrap().trim().parse().unwrap();
        kill_process(Pid::from_raw(server).unwrap(), Signal::KILL).unwrap();
        let mut client = None;
        until("it lets somebody in", async || {
            client = sql::try_connect(&self.ca_file(), uri).await.ok();
            client.is_some()
        })
        .await;
        self.is_low("a recovery");
        client.unwrap()
    }

    pub fn ca_file(&self) -> PathBuf {
        self.fixture.sandbox.running.ca_file.clone()
    }

    /// Nobody came higher than they are.
    pub fn is_low(&self, after: &str) {
        let marks: Vec<_> = std::fs::read_dir(self.marks.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert!(marks.is_empty(), "after {after}: {marks:?}");
    }

    pub async fn project(
        &self,
        after: &str,
        method: &str,
        path: &str,
        body: Value,
        status: u16,
    ) -> Value {
        let path = self.fixture.path(path);
        self.call(after, method, &path, body, status).await
    }

    /// What the panel of the sandbox does with the project's server.
    pub async fn control(&self, what: &str) {
        let path = format!("/sandbox/servers/{}/{what}", self.fixture.endpoint);
        let done = self.fixture.sandbox.admin("POST", &path, "").await;
        assert_eq!(done.status, 200, "{what}: {}", done.body);
        self.is_low(what);
    }

    /// The check of every branch with a compute, as each day begins with it.
    pub async fn checked_daily(&self) {
        let day = Duration::from_secs(86_400);
        self.fixture.sandbox.advance(day).await;
        until("every branch was checked", async || {
            let list = self.fixture.get("/operations?limit=100").await.json();
            let all = list["operations"].as_array().unwrap();
            let is_check = |it: &&Value| it["action"] == "check_availability";
            let checks: Vec<_> = all.iter().filter(is_check).collect();
            let main = json!(self.fixture.branch);
            checks.iter().any(|it| it["branch_id"] == main)
                && checks.iter().all(|it| it["status"] == "finished")
        })
        .await;
        self.is_low("the daily check");
    }

    pub async fn call(
        &self,
        after: &str,
        method: &str,
        path: &str,
        body: Value,
        status: u16,
    ) -> Value {
        let body = body.to_string();
        let reply = self.fixture.api.send(method, path, body.as_bytes()).await;
        assert_eq!(reply.status, status, "{after}: {}", reply.body);
        self.fixture.wait_for_operations().await;
        self.is_low(after);
        match reply.body.is_empty() {
            true => Value::Null,
            false => reply.json(),
        }
    }
}

#[cfg(unix)]
fn open_to_all(folder: &TempDir) {
    use std::os::unix::fs::PermissionsExt;
    let open = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(folder.path(), open).unwrap();
}

#[cfg(not(unix))]
fn open_to_all(_: &TempDir) {}
