use crate::route::auth::integration::is_active;
use crate::route::auth::wire::base_url;
use crate::shared::Shared;
use crate::state::AuthIntegration;

pub const SCOPES: [&str; 4] = ["openid", "profile", "email", "offline_access"];

/// An integration as apps speak to it.
#[derive(Debug)]
pub struct Provider {
    pub integration: AuthIntegration,
    /// What people read as the app's name.
    pub name: String,
    pub issuer: String,
}

impl Provider {
    /// By the id of the auth project, unless its branch or project is gone.
    pub fn find(shared: &Shared, id: &str) -> Option<Self> {
        shared.store.read(|state| {
            let mut all = state.auth.values();
            let found = all.find(|it| it.provider_project_id == id)?;
            let project = state.projects.get(&found.project_id);
            let project = project.filter(|it| it.deleted_at.is_none())?;
            is_active(state, found).then(|| Self {
                name: found
                    .settings
                    .name
                    .clone()
                    .unwrap_or_else(|| project.name.clone()),
                issuer: base_url(shared, found),
                integration: found.clone(),
            })
        })
    }

    /// The one id that clients have.
    pub fn client_id(&self) -> &str {
        &self.integration.provider_project_id
    }
}
