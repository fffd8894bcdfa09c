//! Replies of the Management API as the specification and the platform write them.

/// All that the platform says of one project, and fields that nobody has heard of.
pub const PROJECT: &str = r#"{
  "data_storage_bytes_hour": 1040, "data_transfer_bytes": 7, "written_data_bytes": 2048,
  "compute_time_seconds": 60, "active_time_seconds": 240, "cpu_used_sec": 61,
  "id": "misty-meadow-12345678", "platform_id": "aws", "region_id": "aws-us-east-2", "name": "shop",
  "provisioner": "k8s-neonvm", "slug": "shop-1", "project_slug": {"deep": [1, {"er": null}]},
  "default_endpoint_settings": {"autoscaling_limit_min_cu": 0.25, "autoscaling_limit_max_cu": 2,
    "suspend_timeout_seconds": 0, "pg_settings": {"work_mem": "8MB"}, "new": 1},
  "settings": {"allowed_ips": {"ips": ["10.0.0.0/8"], "protected_branches_only": false},
    "enable_logical_replication": false, "block_public_connections": false, "block_vpc_connections": false,
    "maintenance_window": {"weekdays": [5], "start_time": "07:00", "end_time": "08:00"},
    "audit_log_level": "immense", "hipaa": false, "preload_libraries": {"use_defaults": true},
    "quota": {"logical_size_bytes": 1000}},
  "pg_version": 17, "proxy_host": "c-2.us-east-2.aws.neon.tech", "branch_logical_size_limit": 512,
  "branch_logical_size_limit_bytes": 536870912, "store_passwords": true, "creation_source": "console",
  "history_retention_seconds": 86400, "created_at": "2026-11-21T09:30:00Z", "updated_at": "2026-11-21T09:31:00Z",
  "synthetic_storage_size": 0, "consumption_period_start": "0001-01-01T00:00:00Z",
  "consumption_period_end": "0001-01-01T00:00:00Z", "quota_reset_at": "2026-12-01T00:00:00Z",
  "owner_id": "org-misty-meadow-12345678",
  "owner": {"email": "ada@example.com", "name": "Ada", "branches_limit": 10, "subscription_type": "free_v3"},
  "compute_last_active_at": "2026-11-21T09:30:30Z", "org_id": "org-misty-meadow-12345678",
  "maintenance_scheduled_for": "2026-11-28T07:00:00Z", "hipaa_enabled_at": null,
  "effective_project_permission": null
}"#;

/// An entry of a list: no counters of the period, but names of the organization and times of a deletion.
pub const PROJECT_ITEM: &str = r#"{
  "id": "misty-meadow-12345678", "platform_id": "aws", "region_id": "aws-us-east-2", "name": "shop",
  "provisioner": "k8s-neonvm", "default_endpoint_settings": null, "settings": null, "pg_version": 17,
  "proxy_host": "us-east-2.aws.neon.tech", "branch_logical_size_limit": 512,
  "branch_logical_size_limit_bytes": 536870912, "store_passwords": true, "active_time": 240, "cpu_used_sec": 61,
  "maintenance_starts_at": "2026-11-28T07:00:00Z", "creation_source": "console",
  "created_at": "2026-11-21T09:30:00Z", "updated_at": "2026-11-21T09:31:00Z", "owner_id": "x", "org_name": "Shops",
  "org_id": "org-misty-meadow-12345678", "history_retention_seconds": 86400, "deleted_at": "2026-11-21T10:00:00Z",
  "recoverable_until": "2026-11-28T10:00:00Z", "effective_project_permission": "CAN_EDIT"
}"#;

/// The project of the specification's create call.
pub const PROJECT_OF_SPEC: &str = r#"{
  "cpu_used_sec": 0, "id": "misty-meadow-12345678", "platform_id": "aws", "region_id": "us-east-2", "name": "shop",
  "provisioner": "k8s-pod", "pg_version": 17, "locked": false, "proxy_host": "us-east-2.example.com",
  "branch_logical_size_limit": 512, "branch_logical_size_limit_bytes": 536870912, "data_storage_bytes_hour": 0,
  "data_transfer_bytes": 0, "written_data_bytes": 0, "compute_time_seconds": 0, "active_time_seconds": 0,
  "default_endpoint_settings": {"autoscaling_limit_min_cu": 1, "autoscaling_limit_max_cu": 1,
    "suspend_timeout_seconds": 300},
  "store_passwords": true, "creation_source": "neonctl", "history_retention_seconds": 604800,
  "created_at": "2026-11-21T09:30:00Z", "updated_at": "2026-11-21T09:30:00Z",
  "consumption_period_start": "2026-11-01T00:00:00Z", "consumption_period_end": "2026-12-01T00:00:00Z",
  "owner_id": "629982cc-de05-43db-ae16-28f2399c4910"
}"#;

pub const BRANCH: &str = r#"{
  "id": "br-cool-night-a1b2c3d4", "project_id": "misty-meadow-12345678", "parent_id": "br-old-oak-b2c3d4e5",
  "parent_lsn": "0/1A2B3C8", "parent_timestamp": "2026-11-21T09:29:00Z", "name": "preview",
  "current_state": "init", "pending_state": "ready", "state_changed_at": "2026-11-21T09:30:00Z",
  "logical_size": 30859264, "creation_source": "console", "primary": false, "default": true, "protected": true,
  "cpu_used_sec": 1, "compute_time_seconds": 2, "active_time_seconds": 3, "written_data_bytes": 4,
  "data_transfer_bytes": 5, "created_at": "2026-11-21T09:30:00Z", "updated_at": "2026-11-21T09:30:01Z",
  "ttl_interval_seconds": 86400, "expires_at": "2026-11-22T09:30:00Z", "last_reset_at": "2026-11-21T09:30:00Z",
  "created_by": {"name": "ada@example.com", "image": ""}, "init_source": "schema-only",
  "restore_status": "restored", "restored_from": "snap-old-oak-b2c3d4e5", "restored_as": "br-new-oak-c3d4e5f6",
  "restricted_actions": [{"name": "restore", "reason": "it is archived"}],
  "recovery": {"deleted_at": "2026-11-21T09:40:00Z", "recoverable_until": "2026-11-28T09:40:00Z",
    "deletion_method": "ttl"}, "restore_window": {"start": "2026-11-20T09:30:00Z", "bytes": 6,
    "project_limit_bytes": 7, "shortened": true}, "branch_slug": "preview"
}"#;

pub const ENDPOINT: &str = r#"{
  "host": "ep-cool-night-a1b2c3d4.c-2.us-east-2.aws.neon.tech", "id": "ep-cool-night-a1b2c3d4", "name": "main",
  "project_id": "misty-meadow-12345678", "branch_id": "br-cool-night-a1b2c3d4",
  "autoscaling_limit_min_cu": 0.25, "autoscaling_limit_max_cu": 8, "region_id": "aws-us-east-2",
  "type": "read_write", "current_state": "idle", "pending_state": "active",
  "settings": {"pg_settings": {}, "pgbouncer_settings": {"pool_mode": "session"},
    "preload_libraries": {"enabled_libraries": ["timescaledb"]}},
  "pooler_enabled": false, "pooler_mode": "transaction", "disabled": false, "passwordless_access": true,
  "last_active": "0001-01-01T00:00:00Z", "creation_source": "console", "created_at": "2026-11-21T09:30:00Z",
  "updated_at": "2026-11-21T09:30:00Z", "started_at": "2026-11-21T09:30:00Z", "suspended_at": null,
  "proxy_host": "c-2.us-east-2.aws.neon.tech", "suspend_timeout_seconds": -1, "provisioner": "k8s-neonvm",
  "compute_release_version": "8464", "slug": "x",
  "hosts": {"read_write_host": "ep-cool-night-a1b2c3d4.c-2.us-east-2.aws.neon.tech",
    "read_write_pooled_host": "ep-cool-night-a1b2c3d4-pooler.c-2.us-east-2.aws.neon.tech"},
  "group": {"size": {"min": 1, "max": 1}, "computes": [{"binding_id": "compute-1", "current_state": "idle"}]}
}"#;

pub const OPERATION: &str = r#"{
  "id": "a07f8772-1877-4da9-a939-3a3ae62d1d8d", "project_id": "misty-meadow-12345678",
  "branch_id": "br-cool-night-a1b2c3d4", "endpoint_id": "ep-cool-night-a1b2c3d4", "action": "start_compute",
  "status": "failed", "error": "no room", "failures_count": 2, "retry_at": "2026-11-21T09:30:30Z",
  "created_at": "2026-11-21T09:30:00Z", "updated_at": "2026-11-21T09:30:20Z", "total_duration_ms": 313
}"#;

/// As the specification has it: nothing of errors, and no compute.
pub const OPERATION_OF_SPEC: &str = r#"{
  "id": "b6afbc21-2990-4a76-980b-b57d8c2948f2", "project_id": "misty-meadow-12345678",
  "branch_id": "br-cool-night-a1b2c3d4", "action": "create_branch", "status": "running", "failures_count": 0,
  "created_at": "2026-11-21T09:30:00Z", "updated_at": "2026-11-21T09:30:00Z"
}"#;

pub const PASSWORD: &str = "npg_Zk3vQ9sLxW2t";

pub const ROLE: &str = r#"{
  "branch_id": "br-cool-night-a1b2c3d4", "name": "neondb_owner", "password": "npg_Zk3vQ9sLxW2t", "protected": false,
  "authentication_method": "password", "created_at": "2026-11-21T09:30:00Z", "updated_at": "2026-11-21T09:30:00Z"
}"#;

pub const DATABASE: &str = r#"{
  "id": 834686, "branch_id": "br-cool-night-a1b2c3d4", "name": "neondb", "owner_name": "neondb_owner",
  "created_at": "2026-11-21T09:30:00Z", "updated_at": "2026-11-21T09:30:00Z"
}"#;

pub const CONNECTION: &str = r#"{
  "connection_uri": "postgresql://neondb_owner:npg_Zk3vQ9sLxW2t@ep-cool-night-a1b2c3d4.c-2.us-east-2.aws.neon.tech/neondb?sslmode=require",
  "connection_parameters": {"database": "neondb", "password": "npg_Zk3vQ9sLxW2t", "role": "neondb_owner",
    "host": "ep-cool-night-a1b2c3d4.c-2.us-east-2.aws.neon.tech",
    "pooler_host": "ep-cool-night-a1b2c3d4-pooler.c-2.us-east-2.aws.neon.tech"}
}"#;

pub const TOKEN: &str = "napi_kq2mz80w3v7rt5y1xs";

/// As the specification has a personal key's creation.
pub const NEW_KEY_OF_SPEC: &str = r#"{"id": 165434, "key": "napi_kq2mz80w3v7rt5y1xs"}"#;

/// As the specification has a key of an organization for one project; the platform writes every new key so.
pub const NEW_KEY: &str = r#"{
  "id": 165434, "key": "napi_kq2mz80w3v7rt5y1xs", "name": "ci", "created_at": "2026-11-21T09:30:00Z",
  "created_by": "629982cc-de05-43db-ae16-28f2399c4910", "project_id": "misty-meadow-12345678"
}"#;

pub const REVOKED_KEY_OF_SPEC: &str = r#"{
  "id": 165434, "name": "ci", "revoked": true, "last_used_at": "2026-11-21T09:30:00Z",
  "last_used_from_addr": "192.0.2.255"
}"#;

pub const REVOKED_KEY: &str = r#"{
  "id": 165434, "name": "ci", "created_at": "2026-11-21T09:30:00Z",
  "created_by": "629982cc-de05-43db-ae16-28f2399c4910", "last_used_at": null, "last_used_from_addr": "",
  "revoked": true
}"#;

pub const LISTED_KEY: &str = r#"{
  "id": 165434, "name": "ci", "created_at": "2026-11-21T09:30:00Z",
  "created_by": {"id": "629982cc-de05-43db-ae16-28f2399c4910", "name": "Ada", "image": "https://example.com/a.png"},
  "last_used_at": "2026-11-21T09:40:00Z", "last_used_from_addr": "192.0.2.255",
  "project_id": "misty-meadow-12345678"
}"#;

pub const ORGANIZATION: &str = r#"{
  "id": "org-misty-meadow-12345678", "name": "Shops", "handle": "shops-org-misty-meadow-12345678", "plan": "free_v3",
  "created_at": "2026-11-21T09:30:00Z", "managed_by": "console", "updated_at": "2026-11-21T09:30:00Z",
  "allow_hipaa_projects": false, "require_mfa": false
}"#;

pub const MEMBER: &str = r#"{
  "member": {"id": "d57833f2-d308-4ede-9d2e-468d9d013d1b", "user_id": "b107d689-6dd2-4c9a-8b9e-0b25e457cf56",
    "org_id": "org-misty-meadow-12345678", "role": "admin", "joined_at": "2026-11-21T09:30:00Z"},
  "user": {"email": "ada@example.com", "has_mfa": true}
}"#;

pub const SNAPSHOT: &str = r#"{
  "id": "snap-misty-meadow-a1b2c3d4", "name": "before", "lsn": "0/1A2B3C8", "timestamp": "2026-11-21T09:30:00Z",
  "source_branch_id": "br-cool-night-a1b2c3d4", "created_at": "2026-11-21T09:30:00Z", "manual": true,
  "full_size": 31000000
}"#;

pub const PERMISSION: &str = r#"{
  "id": "3f0c1a52-8d7e-4b55-9a0f-5b6c7d8e9f01", "granted_to_email": "ada@example.com",
  "granted_at": "2026-11-21T09:30:00Z"
}"#;

pub const USER: &str = r#"{
  "active_seconds_limit": 0, "auth_accounts": [{"email": "ada@example.com", "image": "", "login": "ada",
    "name": "Ada", "provider": "github"}], "email": "ada@example.com", "id": "629982cc-de05-43db-ae16-28f2399c4910",
  "image": "", "login": "ada", "name": "Ada", "last_name": "Example", "projects_limit": 10, "branches_limit": 10,
  "max_autoscaling_limit": 2.5, "compute_seconds_limit": 0, "plan": "free_v3",
  "billing_account": {"state": "active"}
}"#;

pub const INTEGRATION: &str = r#"{
  "auth_provider": "provider_one", "auth_provider_project_id": "0e1d5b8c", "branch_id": "br-cool-night-a1b2c3d4",
  "db_name": "svcdb", "created_at": "2026-11-21T09:30:00Z", "owned_by": "neon", "transfer_status": "initiated",
  "jwks_url": "https://auth.example.com/jwks.json", "base_url": "https://auth.example.com", "name": "Shop"
}"#;

pub const SERVER_KEY: &str = "ssk_q7w2e9r4t1y8u3";

pub const SDK_KEYS: &str = r#"{
  "auth_provider": "provider_one", "auth_provider_project_id": "0e1d5b8c", "pub_client_key": "pck_1",
  "secret_server_key": "ssk_q7w2e9r4t1y8u3", "jwks_url": "https://auth.example.com/jwks.json",
  "schema_name": "svc_auth", "table_name": "users_sync"
}"#;

pub const CLIENT_SECRET: &str = "GOCSPX-a8s7d6f5g4h3";

pub const OAUTH_PROVIDER: &str = r#"{
  "id": "google", "type": "standard", "client_id": "123.apps.example.com", "client_secret": "GOCSPX-a8s7d6f5g4h3"
}"#;

pub const SMTP_PASSWORD: &str = "smtp-5f4d3c2b1a";

pub const EMAIL_SERVER: &str = r#"{
  "type": "standard", "host": "smtp.example.com", "port": 465, "username": "mailer", "password": "smtp-5f4d3c2b1a",
  "sender_email": "no-reply@example.com", "sender_name": "Shop"
}"#;

pub const CONSUMPTION: &str = r#"{
  "project_id": "misty-meadow-12345678", "periods": [{"period_id": "79ec829f-1828-4006-ac82-9f1828a0067d",
    "period_plan": "scale", "period_start": "2026-11-01T00:00:00Z", "consumption": [
      {"timeframe_start": "2026-11-20T00:00:00Z", "timeframe_end": "2026-11-21T00:00:00Z",
       "active_time_seconds": 27853, "compute_time_seconds": 18346, "written_data_bytes": 1073741824,
       "synthetic_storage_size_bytes": 5368709120, "data_storage_bytes_hour": 12}]}]
}"#;

pub const METRICS: &str = r#"{
  "project_id": "misty-meadow-12345678", "branch_id": "br-cool-night-a1b2c3d4", "periods": [{
    "period_id": "79ec829f-1828-4006-ac82-9f1828a0067d", "period_plan": "scale",
    "period_start": "2026-11-01T00:00:00Z", "period_end": "2026-12-01T00:00:00Z", "consumption": [
      {"timeframe_start": "2026-11-20T00:00:00Z", "timeframe_end": "2026-11-21T00:00:00Z", "metrics": [
        {"metric_name": "compute_unit_seconds", "value": 7200}, {"metric_name": "moon_phases", "value": 4}]}]}]
}"#;

pub const EMAIL_AND_PASSWORD: &str = r#"{
  "enabled": true, "email_verification_method": "otp", "require_email_verification": true,
  "auto_sign_in_after_verification": true, "send_verification_email_on_sign_up": true,
  "send_verification_email_on_sign_in": false, "disable_sign_up": false
}"#;

pub const ISSUE: &str = r#"{
  "name": "no_primary_key", "title": "No primary key", "level": "INFO", "facing": "EXTERNAL",
  "categories": ["PERFORMANCE"], "description": "The table has no primary key", "detail": "Table `public.a`",
  "remediation": "https://docs.example.com/advisor", "metadata": {"schema": "public", "name": "a"},
  "cache_key": "no_primary_key_public_a"
}"#;

pub const JWKS: &str = r#"{
  "id": "3f0c1a52-8d7e-4b55-9a0f-5b6c7d8e9f01", "project_id": "misty-meadow-12345678",
  "branch_id": "br-cool-night-a1b2c3d4", "jwks_url": "https://keys.example.com/jwks.json",
  "provider_name": "Clerk", "created_at": "2026-11-21T09:30:00Z", "updated_at": "2026-11-21T09:30:00Z",
  "jwt_audience": "shop", "role_names": ["authenticated"]
}"#;

pub const TRANSFER_REQUEST_ID: &str = "5c1f6f0e-2b7d-4a43-8f3a-9e0b1c2d3e4f";

pub const TRANSFER_REQUEST: &str = r#"{
  "id": "5c1f6f0e-2b7d-4a43-8f3a-9e0b1c2d3e4f", "project_id": "misty-meadow-12345678",
  "created_at": "2026-11-21T09:30:00Z", "expires_at": "2026-11-22T09:30:00Z"
}"#;

pub const INVITATION: &str = r#"{
  "id": "3f0c1a52-8d7e-4b55-9a0f-5b6c7d8e9f01", "email": "ada@example.com", "org_id": "org-misty-meadow-12345678",
  "invited_by": "629982cc-de05-43db-ae16-28f2399c4910", "invited_at": "2026-11-21T09:30:00Z", "role": "member"
}"#;

pub const DATA_API: &str = r#"{
  "url": "https://data.example.com/rest/v1", "status": "active", "settings": {"db_max_rows": 100,
  "db_schemas": ["public"], "server_timing_enabled": true}, "available_schemas": ["public"]
}"#;

pub const VPC_ENDPOINT: &str = r#"{
  "vpc_endpoint_id": "vpce-1", "label": "office", "state": "accepted", "num_restricted_projects": 1,
  "example_restricted_projects": ["misty-meadow-12345678"]
}"#;

pub const SCHEMA_TABLES: &str = r#"{"json": {"tables": [{
  "schema": "public", "name": "orders", "owner": "ada",
  "columns": [
    {"name": "id", "type": "integer", "nullable": false, "generated": false},
    {"name": "total", "type": "numeric(10,2)", "nullable": true, "generated": true, "collation": "C"}
  ],
  "constraints": [
    {"type": "primary_key", "columns": ["id"], "name": "orders_pkey"},
    {"type": "foreign_key", "columns": ["id"], "referenced_table": {"schema": "public", "table": "people", "columns": ["id"]}},
    {"type": "exclusion", "columns": ["total"], "name": ""}
  ]}]}}"#;
