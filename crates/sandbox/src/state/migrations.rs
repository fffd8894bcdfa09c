/// Applied in order; `user_version` tells how many have been. One that was released is never
/// changed, only followed by another.
pub const MIGRATIONS: [&str; 5] = [
    // 1: one table a resource; a temporary database is a record over one of them.
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
    // 2: records as documents, because the platform's resources have many optional fields and are read
    // only as a whole; what was there is taken over.
    "
    CREATE TABLE records (
        kind       TEXT NOT NULL,
        key        TEXT NOT NULL,
        project_id TEXT,
        branch_id  TEXT,
        body       TEXT NOT NULL,
        PRIMARY KEY (kind, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX records_project ON records (project_id);
    CREATE INDEX records_branch ON records (branch_id);
    INSERT INTO records
        SELECT 'organization', id, NULL, NULL, json_object('id', id, 'name', name,
            'created_at', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch'),
            'updated_at', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch'))
        FROM organizations;
    INSERT INTO records
        SELECT 'project', id, id, NULL, json_object('id', id, 'name', name,
            'organization_id', organization_id,
            'logical_replication', json(iif(logical_replication, 'true', 'false')),
            'creation_source', 'instant',
            'created_at', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch'),
            'updated_at', strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch'))
        FROM projects;
    INSERT INTO records
        SELECT 'branch', id, project_id, id, json_object('id', id, 'project_id', project_id,
            'name', name, 'state', state, 'default', json('true'), 'creation_source', 'instant',
            'created_at', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch'),
            'updated_at', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch'),
            'state_changed_at', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch'))
        FROM branches;
    INSERT INTO records
        SELECT 'endpoint', id, project_id, branch_id, json_object('id', id,
            'project_id', project_id, 'branch_id', branch_id, 'port', port, 'state', 'idle',
            'transfer_bytes', transfer_bytes, 'creation_source', 'instant',
            'created_at', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch'),
            'updated_at', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch'))
        FROM endpoints;
    INSERT INTO records
        SELECT 'role', r.branch_id || '/' || r.name, b.project_id, r.branch_id,
            json_object('branch_id', r.branch_id, 'project_id', b.project_id, 'name', r.name,
            'password', r.password,
            'created_at', strftime('%Y-%m-%dT%H:%M:%fZ', b.created_at / 1000.0, 'unixepoch'),
            'updated_at', strftime('%Y-%m-%dT%H:%M:%fZ', b.created_at / 1000.0, 'unixepoch'))
        FROM roles r JOIN branches b ON b.id = r.branch_id;
    INSERT INTO records
        SELECT 'database', d.branch_id || '/' || d.name, b.project_id, d.branch_id,
            json_object('id', row_number() OVER (ORDER BY b.created_at, d.branch_id, d.name),
            'branch_id', d.branch_id, 'project_id', b.project_id, 'name', d.name,
            'owner', d.owner,
            'created_at', strftime('%Y-%m-%dT%H:%M:%fZ', b.created_at / 1000.0, 'unixepoch'),
            'updated_at', strftime('%Y-%m-%dT%H:%M:%fZ', b.created_at / 1000.0, 'unixepoch'))
        FROM databases d JOIN branches b ON b.id = d.branch_id;
    INSERT INTO records
        SELECT 'temporary', id, project_id, NULL, json_object('id', id,
            'project_id', project_id, 'referrer', referrer, 'status', status,
            'claim_token', claim_token,
            'claiming_since', strftime('%Y-%m-%dT%H:%M:%fZ', claiming_since / 1000.0, 'unixepoch'),
            'created_at', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch'),
            'updated_at', strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch'),
            'expires_at', strftime('%Y-%m-%dT%H:%M:%fZ', expires_at / 1000.0, 'unixepoch'))
        FROM temporaries;
    DROP TABLE temporaries;
    DROP TABLE databases;
    DROP TABLE roles;
    DROP TABLE endpoints;
    DROP TABLE branches;
    DROP TABLE projects;
    DROP TABLE organizations;
    ",
    // 3: a temporary database whose create was never answered carries a mark. Until now its one
    // branch was still being made, and nothing was noted of it; whatever is more than that stays.
    "
    UPDATE records SET body = json_set(body, '$.making', json('true'))
        WHERE kind = 'temporary' AND json_extract(body, '$.status') = 'UNCLAIMED'
        AND NOT EXISTS (SELECT 1 FROM records o
            WHERE o.kind = 'operation' AND o.project_id = records.project_id)
        AND (SELECT count(*) FROM records b
            WHERE b.kind = 'branch' AND b.project_id = records.project_id) = 1
        AND EXISTS (SELECT 1 FROM records b
            WHERE b.kind = 'branch' AND b.project_id = records.project_id
            AND json_extract(b.body, '$.state') = 'init');
    ",
    // 4: a branch that was filled in as a record alone carries a mark: its data is made when it is first
    // used. Until now none of its project's computes had a port.
    "
    UPDATE records SET body = json_set(body, '$.unmade', json('true'))
        WHERE kind = 'branch' AND json_extract(body, '$.state') = 'ready'
        AND EXISTS (SELECT 1 FROM records e
            WHERE e.kind = 'endpoint' AND e.project_id = records.project_id)
        AND NOT EXISTS (SELECT 1 FROM records e
            WHERE e.kind = 'endpoint' AND e.project_id = records.project_id
            AND json_extract(e.body, '$.port') IS NOT NULL);
    ",
    // 5: each branch can have an auth integration. Until now a project had one, on one of its branches, and its
    // users were the project's.
    "
    UPDATE records SET branch_id = i.branch, body = json_set(body, '$.branch_id', i.branch)
        FROM (SELECT key AS project, json_extract(body, '$.branch_id') AS branch
            FROM records WHERE kind = 'auth_integration') AS i
        WHERE records.kind = 'auth_user' AND records.project_id = i.project;
    DELETE FROM records WHERE kind = 'auth_user' AND branch_id IS NULL;
    DELETE FROM records WHERE kind IN ('auth_integration', 'auth_user')
        AND NOT EXISTS (SELECT 1 FROM records b
            WHERE b.kind = 'branch' AND b.key = json_extract(records.body, '$.branch_id'));
    UPDATE records SET key = json_extract(body, '$.branch_id'),
            branch_id = json_extract(body, '$.branch_id')
        WHERE kind = 'auth_integration';
    ",
];
