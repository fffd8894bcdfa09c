//! What is asked of computes.

use serde::Serialize;

use crate::resource::projects::settings::EndpointSettings;

/// What a new compute may be asked to be.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct CreateEndpoint {
    /// Where it runs; the project's region when `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region_id: Option<String>,
    /// The rest, which can be changed later.
    #[serde(flatten)]
    pub options: EndpointOptions,
}

/// What can be set of a compute; what is `None` becomes the platform's default in a create, and stays in an update.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct EndpointOptions {
    /// Its name, 1 to 64 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it is set to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<EndpointSettings>,
    /// The smallest size, in compute units; at least 0.25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autoscaling_limit_min_cu: Option<f64>,
    /// The largest size, in compute units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autoscaling_limit_max_cu: Option<f64>,
    /// What runs it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provisioner: Option<String>,
    /// Whether it has a pooler, as older versions of the platform ask it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pooler_enabled: Option<bool>,
    /// How its pooler shares connections.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pooler_mode: Option<String>,
    /// Whether connections are refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled: Option<bool>,
    /// Whether people can log in through the browser.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passwordless_access: Option<bool>,
    /// Seconds without use until it is suspended: 0 is the platform's default, -1 never, else 60 to 604800.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspend_timeout_seconds: Option<i64>,
}
