//! What the server of a read-only compute is started with.

use super::own_roles::REPLICA;

/// The file with the password that it logs in with.
pub const PASSWORD: &str = "plinth-replica.pass";

/// No file of a home folder takes part in its login, which is bound to the certificate.
pub fn of(relay: u16) -> String {
    format!(
        "hot_standby = on
primary_conninfo = 'host=127.0.0.1 port={relay} user={REPLICA} passfile={PASSWORD} sslmode=require channel_binding=require \
         sslcertmode=disable sslrootcert=none gssencmode=disable application_name={REPLICA}'
wal_receiver_create_temp_slot = on
wal_retrieve_retry_interval = '500ms'"
    )
}
