//! Every endpoint there is.

/// All of them, with the status that each is answered with.
pub fn all() -> impl Iterator<Item = (&'static str, u16)> {
    let lists = [
        &SPECIFIED[..],
        &AROUND,
        &BRANCH_AUTH,
        &PROJECT_PARTS,
        &ORGANIZATIONS,
        &SNAPSHOTS,
        &ABSENT,
    ];
    lists.into_iter().flatten().copied()
}

/// Those of the specification's tables. Each of them has its function in the core.
pub const SPECIFIED: [(&str, u16); 21] = [
    ("POST /projects/auth/create", 201),
    ("GET /projects/{project_id}/auth/integrations", 200),
    ("POST /projects/auth/keys", 201),
    ("POST /projects/auth/user", 201),
    ("POST /projects/auth/transfer_ownership", 200),
    (
        "DELETE /projects/{project_id}/auth/integration/{auth_provider}",
        200,
    ),
    ("GET /projects/{project_id}/auth/oauth_providers", 200),
    ("POST /projects/{project_id}/auth/oauth_providers", 200),
    (
        "PATCH /projects/{project_id}/auth/oauth_providers/{oauth_provider_id}",
        200,
    ),
    (
        "DELETE /projects/{project_id}/auth/oauth_providers/{oauth_provider_id}",
        204,
    ),
    ("GET /projects/{project_id}/auth/email_server", 200),
    ("PATCH /projects/{project_id}/auth/email_server", 200),
    ("POST /api_keys", 200),
    ("GET /api_keys", 200),
    ("POST /organizations/{org_id}/api_keys", 200),
    ("GET /organizations/{org_id}/api_keys", 200),
    ("DELETE /api_keys/{key_id}", 200),
    ("GET /projects", 200),
    ("POST /projects/{project_id}/branches", 201),
    ("GET /projects/{project_id}/operations", 200),
    ("GET /projects/{project_id}/operations/{operation_id}", 200),
];

/// Those that a person needs around them.
const AROUND: [(&str, u16); 54] = [
    ("POST /projects", 201),
    ("GET /projects/shared", 200),
    ("GET /projects/{project_id}", 200),
    ("PATCH /projects/{project_id}", 200),
    ("DELETE /projects/{project_id}", 200),
    ("POST /projects/{project_id}/recover", 200),
    ("GET /projects/{project_id}/connection_uri", 200),
    ("GET /projects/{project_id}/branches", 200),
    ("GET /projects/{project_id}/branches/count", 200),
    ("GET /projects/{project_id}/branches/{branch_id}", 200),
    ("PATCH /projects/{project_id}/branches/{branch_id}", 200),
    ("DELETE /projects/{project_id}/branches/{branch_id}", 200),
    (
        "POST /projects/{project_id}/branches/{branch_id}/recover",
        200,
    ),
    (
        "POST /projects/{project_id}/branches/{branch_id}/restore",
        200,
    ),
    (
        "POST /projects/{project_id}/branches/{branch_id}/set_as_default",
        200,
    ),
    // Without servers there is no schema to read.
    (
        "GET /projects/{project_id}/branches/{branch_id}/schema",
        422,
    ),
    (
        "GET /projects/{project_id}/branches/{branch_id}/compare_schema",
        422,
    ),
    ("GET /projects/{project_id}/endpoints", 200),
    (
        "GET /projects/{project_id}/branches/{branch_id}/endpoints",
        200,
    ),
    ("POST /projects/{project_id}/endpoints", 201),
    ("GET /projects/{project_id}/endpoints/{endpoint_id}", 200),
    ("PATCH /projects/{project_id}/endpoints/{endpoint_id}", 200),
    ("DELETE /projects/{project_id}/endpoints/{endpoint_id}", 200),
    (
        "POST /projects/{project_id}/endpoints/{endpoint_id}/start",
        200,
    ),
    (
        "POST /projects/{project_id}/endpoints/{endpoint_id}/suspend",
        200,
    ),
    (
        "POST /projects/{project_id}/endpoints/{endpoint_id}/restart",
        200,
    ),
    (
        "GET /projects/{project_id}/branches/{branch_id}/databases",
        200,
    ),
    (
        "POST /projects/{project_id}/branches/{branch_id}/databases",
        201,
    ),
    (
        "GET /projects/{project_id}/branches/{branch_id}/databases/{database_name}",
        200,
    ),
    (
        "PATCH /projects/{project_id}/branches/{branch_id}/databases/{database_name}",
        200,
    ),
    (
        "DELETE /projects/{project_id}/branches/{branch_id}/databases/{database_name}",
        200,
    ),
    ("GET /projects/{project_id}/branches/{branch_id}/roles", 200),
    (
        "POST /projects/{project_id}/branches/{branch_id}/roles",
        201,
    ),
    (
        "GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}",
        200,
    ),
    (
        "DELETE /projects/{project_id}/branches/{branch_id}/roles/{role_name}",
        200,
    ),
    (
        "POST /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reset_password",
        200,
    ),
    (
        "GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reveal_password",
        200,
    ),
    ("GET /organizations/{org_id}", 200),
    ("GET /organizations/{org_id}/members", 200),
    ("DELETE /organizations/{org_id}/api_keys/{key_id}", 200),
    ("GET /users/me", 200),
    ("GET /users/me/organizations", 200),
    ("GET /auth", 200),
    ("GET /regions", 200),
    ("GET /consumption_history/projects", 200),
    ("GET /consumption_history/v2/projects", 200),
    ("GET /consumption_history/v2/branches", 200),
    ("GET /projects/{project_id}/auth/domains", 200),
    ("POST /projects/{project_id}/auth/domains", 201),
    ("DELETE /projects/{project_id}/auth/domains", 200),
    ("GET /projects/{project_id}/permissions", 200),
    ("POST /projects/{project_id}/permissions", 200),
    (
        "DELETE /projects/{project_id}/permissions/{permission_id}",
        200,
    ),
    (
        "POST /projects/{project_id}/branches/{branch_id}/auth/send_test_email",
        200,
    ),
];

/// Snapshots, what is restored from them, and their schedules.
const SNAPSHOTS: [(&str, u16); 8] = [
    ("GET /projects/{project_id}/snapshots", 200),
    (
        "POST /projects/{project_id}/branches/{branch_id}/snapshot",
        200,
    ),
    ("PATCH /projects/{project_id}/snapshots/{snapshot_id}", 200),
    ("DELETE /projects/{project_id}/snapshots/{snapshot_id}", 202),
    (
        "POST /projects/{project_id}/snapshots/{snapshot_id}/restore",
        200,
    ),
    (
        "POST /projects/{project_id}/branches/{branch_id}/finalize_restore",
        200,
    ),
    (
        "GET /projects/{project_id}/branches/{branch_id}/backup_schedule",
        200,
    ),
    (
        "PUT /projects/{project_id}/branches/{branch_id}/backup_schedule",
        200,
    ),
];

/// Auth by branch.
const BRANCH_AUTH: [(&str, u16); 28] = [
    ("GET /projects/{project_id}/branches/{branch_id}/auth", 200),
    ("POST /projects/{project_id}/branches/{branch_id}/auth", 201),
    (
        "DELETE /projects/{project_id}/branches/{branch_id}/auth",
        200,
    ),
    (
        "POST /projects/{project_id}/branches/{branch_id}/auth/users",
        201,
    ),
    (
        "DELETE /projects/{project_id}/branches/{branch_id}/auth/users/{auth_user_id}",
        204,
    ),
    (
        "PUT /projects/{project_id}/branches/{branch_id}/auth/users/{auth_user_id}/role",
        200,
    ),
    (
        "DELETE /projects/{project_id}/auth/users/{auth_user_id}",
        204,
    ),
    (
        "GET /projects/{project_id}/branches/{branch_id}/auth/domains",
        200,
    ),
    (
        "POST /projects/{project_id}/branches/{branch_id}/auth/domains",
        201,
    ),
    (
        "DELETE /projects/{project_id}/branches/{branch_id}/auth/domains",
        200,
    ),
    (
        "GET /projects/{project_id}/branches/{branch_id}/auth/oauth_providers",
        200,
    ),
    (
        "POST /projects/{project_id}/branches/{branch_id}/auth/oauth_providers",
        200,
    ),
    (
        "PATCH /projects/{project_id}/branches/{branch_id}/auth/oauth_providers/{oauth_provider_id}",
        200,
    ),
    (
        "DELETE /projects/{project_id}/branches/{branch_id}/auth/oauth_providers/{oauth_provider_id}",
        200,
    ),
    (
        "GET /projects/{project_id}/branches/{branch_id}/auth/email_provider",
        200,
    ),
    (
        "PATCH /projects/{project_id}/branches/{branch_id}/auth/email_provider",
        200,
    ),
    (
        "GET /projects/{project_id}/branches/{branch_id}/auth/email_and_password",
        200,
    ),
    (
        "PATCH /projects/{project_id}/branches/{branch_id}/auth/email_and_password",
        200,
    ),
    (
        "PATCH /projects/{project_id}/branches/{branch_id}/auth/config",
        200,
    ),
    (
        "GET /projects/{project_id}/branches/{branch_id}/auth/allow_localhost",
        200,
    ),
    (
        "PATCH /projects/{project_id}/branches/{branch_id}/auth/allow_localhost",
        200,
    ),
    (
        "GET /projects/{project_id}/branches/{branch_id}/auth/plugins",
        200,
    ),
    (
        "PATCH /projects/{project_id}/branches/{branch_id}/auth/plugins/organization",
        200,
    ),
    (
        "PATCH /projects/{project_id}/branches/{branch_id}/auth/plugins/magic-link",
        200,
    ),
    (
        "GET /projects/{project_id}/branches/{branch_id}/auth/plugins/phone-number",
        200,
    ),
    (
        "PATCH /projects/{project_id}/branches/{branch_id}/auth/plugins/phone-number",
        200,
    ),
    (
        "GET /projects/{project_id}/branches/{branch_id}/auth/webhooks",
        200,
    ),
    (
        "PUT /projects/{project_id}/branches/{branch_id}/auth/webhooks",
        200,
    ),
];

/// What else a project has.
const PROJECT_PARTS: [(&str, u16); 7] = [
    (
        "GET /projects/{project_id}/available_preload_libraries",
        200,
    ),
    ("GET /projects/{project_id}/advisors", 200),
    ("GET /projects/{project_id}/jwks", 200),
    ("POST /projects/{project_id}/jwks", 201),
    ("DELETE /projects/{project_id}/jwks/{jwks_id}", 200),
    ("POST /projects/{project_id}/transfer_requests", 201),
    (
        "PUT /projects/{project_id}/transfer_requests/{request_id}",
        204,
    ),
];

/// What admins change of an organization.
const ORGANIZATIONS: [(&str, u16); 10] = [
    ("GET /organizations/{org_id}/members/{member_id}", 200),
    ("PATCH /organizations/{org_id}/members/{member_id}", 200),
    ("DELETE /organizations/{org_id}/members/{member_id}", 200),
    ("GET /organizations/{org_id}/invitations", 200),
    ("POST /organizations/{org_id}/invitations", 200),
    ("GET /organizations/{org_id}/billing/spending_limit", 200),
    ("PUT /organizations/{org_id}/billing/spending_limit", 200),
    ("DELETE /organizations/{org_id}/billing/spending_limit", 200),
    ("POST /organizations/{source_org_id}/projects/transfer", 200),
    ("POST /users/me/projects/transfer", 200),
];

/// What the sandbox has not, and refuses.
const ABSENT: [(&str, u16); 12] = [
    (
        "GET /projects/{project_id}/branches/{branch_id}/data-api/{database_name}",
        404,
    ),
    (
        "POST /projects/{project_id}/branches/{branch_id}/data-api/{database_name}",
        422,
    ),
    (
        "PATCH /projects/{project_id}/branches/{branch_id}/data-api/{database_name}",
        422,
    ),
    (
        "DELETE /projects/{project_id}/branches/{branch_id}/data-api/{database_name}",
        404,
    ),
    ("GET /projects/{project_id}/vpc_endpoints", 200),
    (
        "POST /projects/{project_id}/vpc_endpoints/{vpc_endpoint_id}",
        422,
    ),
    (
        "DELETE /projects/{project_id}/vpc_endpoints/{vpc_endpoint_id}",
        404,
    ),
    ("GET /organizations/{org_id}/vpc/vpc_endpoints", 200),
    (
        "GET /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints",
        200,
    ),
    (
        "GET /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}",
        404,
    ),
    (
        "POST /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}",
        422,
    ),
    (
        "DELETE /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}",
        404,
    ),
];
