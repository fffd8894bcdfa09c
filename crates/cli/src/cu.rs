//! Sizes of computes as they are typed.

use app::view::ComputeSizeView;

use crate::failure::{Done, Failure};

/// A fixed size such as `2`, or a range such as `0.5-3`, with the seconds without connections after which a compute is
/// suspended.
pub fn size(cu: Option<&str>, suspend_after: Option<i32>) -> Done<ComputeSizeView> {
    let mut size = ComputeSizeView {
        suspend_timeout_seconds: suspend_after,
        ..ComputeSizeView::default()
    };
    if let Some(cu) = cu {
        let (min, max) = cu.split_once('-').unwrap_or((cu, cu));
        let (min, max) = (number(min, cu)?, number(max, cu)?);
        if max < min {
            return Err(unfit(cu));
        }
        size.min_cu = Some(min);
        size.max_cu = Some(max);
    }
    Ok(size)
}

fn number(text: &str, whole: &str) -> Done<f64> {
    let number = text.trim().parse::<f64>().ok();
    let number = number.filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| unfit(whole))
}

fn unfit(cu: &str) -> Failure {
    Failure::usage(
        format!("`{cu}` is no size of a compute"),
        "Write a size such as 2, or a range such as 0.5-3.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_a_number_or_a_range() {
        let of = |cu| size(Some(cu), None).ok();
        let range = |min, max| {
            Some(ComputeSizeView {
                min_cu: Some(min),
                max_cu: Some(max),
                suspend_timeout_seconds: None,
            })
        };
        assert_eq!(of("2"), range(2.0, 2.0));
        assert_eq!(of("0.5-3"), range(0.5, 3.0));
        for wrong in ["", "-", "3-0.5", "two", "-1", "NaN", "1-inf", "0", "1-2-3"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
        let never = ComputeSizeView {
            suspend_timeout_seconds: Some(-1),
            ..ComputeSizeView::default()
        };
        assert_eq!(size(None, Some(-1)).unwrap(), never);
    }
}
