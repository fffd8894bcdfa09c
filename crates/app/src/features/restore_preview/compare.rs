//! Which tables differ.

use super::count::Tables;
use crate::view::PreviewTableView;

/// Tables that differ or may differ, and how many do not.
pub(super) fn compared(now: Tables, mut then: Tables) -> (Vec<PreviewTableView>, u32) {
    let mut same = 0;
    let mut differing = Vec::new();
    for ((schema, name), now) in now {
        let then = then.remove(&(schema.clone(), name.clone()));
        let is_same = then.is_some_and(|then| {
            now.is_exact && then.is_exact && now.rows.to_bits() == then.rows.to_bits()
        });
        if is_same {
            same += 1;
            continue;
        }
        differing.push(PreviewTableView {
            schema,
            name,
            now: Some(now),
            after: then,
        });
    }
    let dropped = then
        .into_iter()
        .map(|((schema, name), then)| PreviewTableView {
            schema,
            name,
            now: None,
            after: Some(then),
        });
    differing.extend(dropped);
    differing.sort_by(|one, other| (&one.schema, &one.name).cmp(&(&other.schema, &other.name)));
    (differing, same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::TableCountView;

    fn tables(all: &[(&str, f64, bool)]) -> Tables {
        let of = |&(name, rows, is_exact): &(&str, f64, bool)| {
            let view = TableCountView {
                rows,
                is_exact,
                bytes: 8192.0,
            };
            (("public".to_owned(), name.to_owned()), view)
        };
        all.iter().map(of).collect()
    }

    #[test]
    fn what_is_the_same_is_counted_and_what_may_differ_is_listed() {
        let now = tables(&[
            ("a_same", 3.0, true),
            ("b_less", 1.0, true),
            ("c_new", 5.0, true),
            ("e_about", 9.0, false),
        ]);
        let then = tables(&[
            ("a_same", 3.0, true),
            ("b_less", 4.0, true),
            ("d_dropped", 2.0, true),
            ("e_about", 9.0, true),
        ]);
        let (listed, same) = compared(now, then);
        let listed: Vec<_> = listed
            .iter()
            .map(|it| {
                (
                    &*it.name,
                    it.now.map(|it| it.rows),
                    it.after.map(|it| it.rows),
                )
            })
            .collect();
        assert_eq!(same, 1);
        assert_eq!(
            listed,
            [
                ("b_less", Some(1.0), Some(4.0)),
                ("c_new", Some(5.0), None),
                ("d_dropped", None, Some(2.0)),
                ("e_about", Some(9.0), Some(9.0)),
            ]
        );
    }
}
