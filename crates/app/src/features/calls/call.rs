//! Every call that a click makes and that can be shown as text.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::features::{Features, auth};
use crate::platform::operations;
use crate::resources;

macro_rules! of_resources {
    ($($resource:ident($calls:ty),)+) => {
        /// A call of any resource.
        #[derive(Clone, Debug, Deserialize, Serialize, Type)]
        #[serde(untagged)]
        pub enum Call {
            $($resource($calls),)+
        }

        impl Call {
            pub(super) async fn make(self, app: &Features, account: &str) -> Result<(), Error> {
                match self {
                    $(Self::$resource(call) => call.make(app, account).await,)+
                }
            }
        }

        $(impl From<$calls> for Call {
            fn from(call: $calls) -> Self {
                Self::$resource(call)
            }
        })+
    };
}

of_resources! {
    Advisors(resources::advisors::AdvisorCall),
    Auth(resources::auth::AuthCall),
    Branches(resources::branches::BranchCall),
    Computes(resources::computes::ComputeCall),
    Consumption(resources::consumption::ConsumptionCall),
    Databases(resources::databases::DatabaseCall),
    EmailServer(resources::email_server::EmailServerCall),
    Invitations(resources::invitations::InvitationCall),
    Jwks(resources::jwks::JwksCall),
    Keys(resources::keys::KeyCall),
    Members(resources::members::MemberCall),
    OauthProviders(resources::oauth_providers::OauthProviderCall),
    Operations(operations::OperationCall),
    Organizations(resources::organizations::OrganizationCall),
    Permissions(resources::permissions::PermissionCall),
    Projects(resources::projects::ProjectCall),
    Regions(resources::regions::RegionCall),
    Roles(resources::roles::RoleCall),
    Snapshots(resources::snapshots::SnapshotCall),
    SignIn(resources::auth::SignInCall),
    SpendingLimit(resources::spending_limit::SpendingLimitCall),
    TestEmail(auth::TestEmailCall),
    Transfers(resources::transfer_requests::TransferCall),
    Users(resources::users::UserCall),
}
