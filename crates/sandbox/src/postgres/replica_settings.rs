//! What the server of a read-only compute is started with.

use super::own_roles::OwnRole;
use super::relay::{CERTIFICATE, KEY};

/// The file with the password that it logs in with.
pub const PASSWORD: &str = "plinth-replica.pass";

/// No file of a home folder takes part in its login, which is bound to the certificate. The relay knows the server by the
/// server's own key, and logs it in as a role that has another name each time.
pub fn of(relay: u16) -> String {
    let name = OwnRole::Replica.prefix();
    format!(
        "hot_standby = on
primary_conninfo = 'host=127.0.0.1 port={relay} user={name} passfile={PASSWORD} sslmode=require channel_binding=require \
         sslcertmode=require sslcert={CERTIFICATE} sslkey={KEY} sslrootcert=none gssencmode=disable application_name={name}'
wal_receiver_create_temp_slot = on
wal_retrieve_retry_interval = '500ms'"
    )
}
