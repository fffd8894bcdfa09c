use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use uuid::{NoContext, Timestamp, Uuid};

const FIRST: [&str; 48] = [
    "amber", "ancient", "autumn", "bitter", "blue", "bold", "broad", "calm", "cold", "cool",
    "crimson", "damp", "dark", "dawn", "divine", "dry", "empty", "falling", "floral", "fragrant",
    "frosty", "gentle", "green", "hidden", "holy", "icy", "jolly", "late", "little", "lively",
    "long", "lucky", "misty", "morning", "muddy", "nameless", "odd", "old", "orange", "patient",
    "plain", "polished", "proud", "quiet", "rapid", "restless", "rough", "snowy",
];
const SECOND: [&str; 48] = [
    "art",
    "band",
    "bar",
    "base",
    "bird",
    "block",
    "boat",
    "bonus",
    "bread",
    "breeze",
    "brook",
    "bush",
    "butterfly",
    "cake",
    "cell",
    "cherry",
    "cloud",
    "credit",
    "darkness",
    "dawn",
    "dew",
    "disk",
    "dream",
    "dust",
    "feather",
    "field",
    "fire",
    "firefly",
    "flower",
    "fog",
    "forest",
    "frog",
    "frost",
    "glade",
    "glitter",
    "grass",
    "hall",
    "hat",
    "haze",
    "heart",
    "hill",
    "king",
    "lab",
    "lake",
    "leaf",
    "limit",
    "math",
    "meadow",
];

/// The one source of chance: ids, passwords, tokens and first port to try.
#[derive(Debug)]
pub struct Random(Mutex<StdRng>);

impl Random {
    pub fn from_system() -> Self {
        Self(Mutex::new(StdRng::from_os_rng()))
    }

    pub fn seeded(seed: u64) -> Self {
        Self(Mutex::new(StdRng::seed_from_u64(seed)))
    }

    /// `word-word-12345678`
    pub fn project_id(&self) -> String {
        self.with(|rng| format!("{}-{}", words(rng), digits(rng)))
    }

    /// `br-word-word-a1b2c3d4`
    pub fn branch_id(&self) -> String {
        self.with(|rng| format!("br-{}-{}", words(rng), tail(rng)))
    }

    /// `ep-word-word-a1b2c3d4`
    pub fn endpoint_id(&self) -> String {
        self.with(|rng| format!("ep-{}-{}", words(rng), tail(rng)))
    }

    /// `snap-word-word-a1b2c3d4`
    pub fn snapshot_id(&self) -> String {
        self.with(|rng| format!("snap-{}-{}", words(rng), tail(rng)))
    }

    /// `org-word-word-12345678`
    pub fn organization_id(&self) -> String {
        self.with(|rng| format!("org-{}-{}", words(rng), digits(rng)))
    }

    /// A UUID of version 7 that carries the given time.
    pub fn database_id(&self, now: DateTime<Utc>) -> Uuid {
        let seconds = u64::try_from(now.timestamp()).unwrap_or(0);
        let bytes: [u8; 10] = self.with(Rng::random);
        let stamp = Timestamp::from_unix(NoContext, seconds, now.timestamp_subsec_nanos());
        let millis =
            u128::from(stamp.to_unix().0) * 1000 + u128::from(stamp.to_unix().1 / 1_000_000);
        uuid::Builder::from_unix_timestamp_millis(u64::try_from(millis).unwrap_or(0), &bytes)
            .into_uuid()
    }

    /// A UUID of version 4, hyphenated.
    pub fn uuid(&self) -> String {
        let bytes: [u8; 16] = self.with(Rng::random);
        let uuid = uuid::Builder::from_random_bytes(bytes).into_uuid();
        uuid.hyphenated().to_string()
    }

    pub fn request_id(&self) -> String {
        let bytes: [u8; 16] = self.with(Rng::random);
        uuid::Builder::from_random_bytes(bytes)
            .into_uuid()
            .simple()
            .to_string()
    }

    /// `npg_` and 16 letters or digits.
    pub fn role_password(&self) -> String {
        format!("npg_{}", self.token(16))
    }

    /// So many letters and digits, about six bits each.
    pub fn token(&self, length: usize) -> String {
        const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        self.with(|rng| {
            (0..length)
                .map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())]))
                .collect()
        })
    }

    /// A number that no other record has, exact in every JSON reader.
    pub fn number(&self) -> i64 {
        self.with(|rng| rng.random_range(1..1_i64 << 48))
    }

    pub fn below(&self, limit: u16) -> u16 {
        self.with(|rng| rng.random_range(0..limit))
    }

    pub fn bytes(&self, length: usize) -> Vec<u8> {
        self.with(|rng| (0..length).map(|_| rng.random()).collect())
    }

    fn with<T>(&self, draw: impl FnOnce(&mut StdRng) -> T) -> T {
        draw(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn words(rng: &mut StdRng) -> String {
    let first = FIRST.choose(rng).copied().unwrap_or("plain");
    let second = SECOND.choose(rng).copied().unwrap_or("field");
    format!("{first}-{second}")
}

fn digits(rng: &mut StdRng) -> String {
    format!("{:08}", rng.random_range(0..100_000_000_u32))
}

fn tail(rng: &mut StdRng) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let first = rng.random_range(0..26);
    let rest = (0..7).map(|_| rng.random_range(0..LETTERS.len()));
    std::iter::once(first)
        .chain(rest.collect::<Vec<_>>())
        .map(|at| char::from(LETTERS[at]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_the_shapes_of_the_platform() {
        let random = Random::seeded(7);
        let now = DateTime::from_timestamp(1_800_000_000, 123_000_000).unwrap();
        let project = random.project_id();
        let parts: Vec<&str> = project.split('-').collect();
        assert_eq!(parts.len(), 3, "{project}");
        assert!(parts[2].len() == 8 && parts[2].chars().all(|c| c.is_ascii_digit()));
        for (id, prefix) in [(random.branch_id(), "br"), (random.endpoint_id(), "ep")] {
            let parts: Vec<&str> = id.split('-').collect();
            assert_eq!(
                (parts.len(), parts[0], parts[3].len()),
                (4, prefix, 8),
                "{id}"
            );
        }
        let id = random.database_id(now);
        assert_eq!(id.get_version_num(), 7);
        assert_eq!(
            id.get_timestamp().unwrap().to_unix(),
            (1_800_000_000, 123_000_000)
        );
        assert!(random.role_password().starts_with("npg_"));
    }
}
