//! Subscriptions to other servers. A branch must not have its parent's: both would take from the
//! same slot, and each would miss what the other got.

use std::fs;
use std::path::Path;

use super::session::{Admin, Session, databases};
use super::sql::{SqlError, identifier, literal};
use crate::owner::read_small;

/// The system catalog `pg_subscription`, the same number in every cluster.
const PG_SUBSCRIPTION: u32 = 6100;

/// Whether a cluster's files may hold any. Only a server could tell for sure.
pub fn may_be_in(cluster: &Path) -> bool {
    let global = cluster.join("global");
    let map = read_small(&global.join("pg_filenode.map")).unwrap_or_default();
    match file_of(&map, PG_SUBSCRIPTION) {
        Some(file) => !fs::metadata(global.join(file.to_string())).is_ok_and(|it| it.len() == 0),
        None => true,
    }
}

/// After two words, pairs of a system catalog's number and its file's.
fn file_of(map: &[u8], store: u32) -> Option<u32> {
    let words: Vec<u32> = map
        .chunks_exact(4)
        .filter_map(|word| word.try_into().ok().map(u32::from_ne_bytes))
        .collect();
    let count = usize::try_from(*words.get(1)?).ok()?;
    let pairs = words.get(2..)?.chunks_exact(2).take(count);
    pairs
        .filter(|pair| pair[0] == store)
        .map(|pair| pair[1])
        .next()
}

/// Drops those of all databases.
pub async fn drop_all(port: u16, admin: &Admin) -> Result<(), SqlError> {
    for database in databases(port, admin).await? {
        let inside = database.enter(port, admin).await?;
        let dropped = drop_in(&inside).await;
        database.leave(inside, port, admin).await?;
        dropped?;
    }
    Ok(())
}

/// Leads nowhere, so that the superuser never connects to where people say.
const UNREACHABLE: &str = "host=/nonexistent password=none connect_timeout=2";

/// Drops those of one database. The other side keeps its slot: it may not even be there any more.
pub async fn drop_in(inside: &Session) -> Result<(), SqlError> {
    let subscriptions = inside
        .rows(
            "SELECT subname::text FROM pg_subscription s
             JOIN pg_database d ON d.oid = s.subdbid WHERE d.datname = current_database()",
            &[],
        )
        .await?;
    for subscription in subscriptions {
        let name = identifier(subscription.get(0));
        for step in [
            format!("ALTER SUBSCRIPTION {name} DISABLE"),
            format!(
                "ALTER SUBSCRIPTION {name} CONNECTION {}",
                literal(UNREACHABLE)
            ),
            format!("ALTER SUBSCRIPTION {name} SET (slot_name = NONE)"),
            format!("DROP SUBSCRIPTION {name}"),
        ] {
            inside.run(&step).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_a_system_catalog_is_found_by_its_number() {
        let words: [u32; 8] = [
            0x0059_2717,
            2,
            1262,
            1262,
            PG_SUBSCRIPTION,
            16_500,
            PG_SUBSCRIPTION,
            7,
        ];
        let map: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        assert_eq!(file_of(&map, PG_SUBSCRIPTION), Some(16_500));
        assert_eq!(file_of(&map, 1), None);
        assert_eq!(file_of(&map[..6], PG_SUBSCRIPTION), None);
    }
}
