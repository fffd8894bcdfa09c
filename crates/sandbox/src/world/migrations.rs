/// Applied in order; `user_version` tells how many have been. One that was released is never
/// changed, only followed by another.
pub const MIGRATIONS: [&str; 1] = [
    // 1: one world of projects; a temporary database is a record over one of them.
    "
    CREATE TABLE meta (
        name  TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE organizations (
        id         TEXT PRIMARY KEY,
        name       TEXT NOT NULL,
        created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE projects (
        id                  TEXT PRIMARY KEY,
        name                TEXT NOT NULL,
        organization_id     TEXT REFERENCES organizations (id),
        logical_replication INTEGER NOT NULL,
        created_at          INTEGER NOT NULL,
        updated_at          INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE branches (
        id         TEXT PRIMARY KEY,
        project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
        name       TEXT NOT NULL,
        state      TEXT NOT NULL CHECK (state IN ('init', 'ready')),
        created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX branches_project ON branches (project_id);
    CREATE TABLE endpoints (
        id             TEXT PRIMARY KEY,
        project_id     TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
        branch_id      TEXT NOT NULL REFERENCES branches (id) ON DELETE CASCADE,
        port           INTEGER NOT NULL UNIQUE,
        transfer_bytes INTEGER NOT NULL,
        created_at     INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX endpoints_branch ON endpoints (branch_id);
    CREATE INDEX endpoints_project ON endpoints (project_id);
    CREATE TABLE roles (
        branch_id TEXT NOT NULL REFERENCES branches (id) ON DELETE CASCADE,
        name      TEXT NOT NULL,
        password  TEXT NOT NULL,
        PRIMARY KEY (branch_id, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE databases (
        branch_id TEXT NOT NULL REFERENCES branches (id) ON DELETE CASCADE,
        name      TEXT NOT NULL,
        owner     TEXT NOT NULL,
        PRIMARY KEY (branch_id, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE temporaries (
        id             TEXT PRIMARY KEY,
        project_id     TEXT NOT NULL UNIQUE REFERENCES projects (id) ON DELETE CASCADE,
        referrer       TEXT NOT NULL,
        status         TEXT NOT NULL CHECK (status IN ('UNCLAIMED', 'CLAIMING', 'CLAIMED')),
        claim_token    TEXT NOT NULL,
        claiming_since INTEGER,
        created_at     INTEGER NOT NULL,
        updated_at     INTEGER NOT NULL,
        expires_at     INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    ",
];
