//! Where replies are cut off: at every byte in a thorough run, otherwise at twenty-four places. That a cut at every byte is
//! understood is also shown by the client's own test (`crates/api/tests/it/create.rs`), in every run.

use plinth_tests::is_thorough;
use testkit::http;

/// How many of the places lie at either end of the reply, and where its head ends; the others are spread evenly.
const PLACES: usize = 24;
/// Further than this behind the measured end nothing is tried: replies differ a little in length.
const BEYOND: usize = 64;

/// The places at which replies like a measured one are cut, and what became of each.
pub struct Cuts {
    /// How many bytes arrive, ascending.
    pub places: Vec<usize>,
    head: usize,
    body: usize,
    pub lost: usize,
    pub arrived: usize,
}

impl Cuts {
    /// For replies about as long as this one.
    pub fn of(measured: &http::Reply) -> Self {
        assert!(
            (200..300).contains(&measured.status),
            "{}: {}",
            measured.status,
            measured.body
        );
        let (head, body) = (measured.head, measured.body.len());
        let places = if is_thorough() {
            (0..head + body + BEYOND).collect()
        } else {
            spread(head, head + body)
        };
        Self {
            places,
            head,
            body,
            lost: 0,
            arrived: 0,
        }
    }

    pub fn count(&mut self, is_lost: bool) {
        if is_lost {
            self.lost += 1;
        } else {
            self.arrived += 1;
        }
    }

    pub fn check(&self) {
        let upto = |end: usize| self.places.iter().filter(|place| **place < end).count();
        assert_eq!(self.lost + self.arrived, self.places.len());
        assert!(
            self.lost > upto(self.head) && self.lost >= upto(self.body + 1),
            "the cuts did not reach into the body: {} lost",
            self.lost
        );
        assert!(self.arrived > 0, "no cut lay behind the reply's last byte");
    }
}

/// Both ends, where the head ends, far behind the end, and evenly between.
fn spread(head: usize, whole: usize) -> Vec<usize> {
    let mut places = vec![0, 1, head - 1, head, head + 1];
    places.extend([whole - 2, whole - 1, whole, 2 * whole]);
    let between = PLACES - places.len();
    places.extend((1..=between).map(|step| step * whole / (between + 1)));
    places.sort_unstable();
    places.dedup();
    places
}

#[test]
fn the_places_cover_both_ends_and_where_the_head_ends() {
    for (head, body) in [(310, 150), (355, 4100), (290, 1200)] {
        let whole = head + body;
        let places = spread(head, whole);
        assert!(places.len() > PLACES - 3, "{places:?}");
        for must in [0, 1, head - 1, head, head + 1, whole - 1, whole] {
            assert!(places.contains(&must), "{must} is not in {places:?}");
        }
        let widest = places.windows(2).filter(|pair| pair[1] <= whole);
        let widest = widest.map(|pair| pair[1] - pair[0]).max();
        assert!(widest <= Some(whole / 15), "{places:?}");
    }
}
