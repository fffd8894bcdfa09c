//! Replies as the specification and the platform write them.

pub const ID: &str = "01985a2e-7d31-7b6e-9d1c-0f3a5b7c9d2e";
pub const PASSWORD: &str = "npg_Zk3vQ9sLxW2t";
pub const CLAIM: &str = "https://neon.new/claim/01985a2e-7d31-7b6e-9d1c-0f3a5b7c9d2e";
pub const POOLED: &str = "postgresql://neondb_owner:npg_Zk3vQ9sLxW2t@ep-cool-night-a1b2c3d4-pooler.c-2.us-east-2.aws.neon.tech/neondb?channel_binding=require&sslmode=require";

pub const UNCLAIMED: &str = r#"{
  "id": "01985a2e-7d31-7b6e-9d1c-0f3a5b7c9d2e",
  "status": "UNCLAIMED",
  "neon_project_id": "misty-meadow-12345678",
  "connection_string": "postgresql://neondb_owner:npg_Zk3vQ9sLxW2t@ep-cool-night-a1b2c3d4-pooler.c-2.us-east-2.aws.neon.tech/neondb?channel_binding=require&sslmode=require",
  "claim_url": "https://neon.new/claim/01985a2e-7d31-7b6e-9d1c-0f3a5b7c9d2e",
  "expires_at": "2026-11-24T09:30:00.123Z",
  "created_at": "2026-11-21T09:30:00.123Z",
  "updated_at": "2026-11-21T09:30:00.123Z"
}"#;

pub const CLAIMED: &str = r#"{
  "id": "01985a2e-7d31-7b6e-9d1c-0f3a5b7c9d2e",
  "status": "CLAIMED",
  "neon_project_id": "misty-meadow-12345678",
  "connection_string": null,
  "claim_url": "https://neon.new/claim/01985a2e-7d31-7b6e-9d1c-0f3a5b7c9d2e",
  "expires_at": null,
  "created_at": "2026-11-21T09:30:00.123Z",
  "updated_at": "2026-11-21T10:00:00.000Z"
}"#;
