use api::Next;
use api::resource::operations::Operation;

use super::OperationView;
use super::work::count;

/// Where the page after this one begins. The cursor that comes with a page that is not full leads nowhere.
pub(crate) fn next(next: Option<Next>, items: usize, page_size: Option<u32>) -> Option<String> {
    match next? {
        Next::Next(cursor) => Some(cursor),
        Next::Cursor(cursor) => {
            let asked = page_size.map_or(1, |size| usize::try_from(size).unwrap_or(usize::MAX));
            (items >= asked).then_some(cursor)
        }
    }
}

pub(crate) fn operations(operations: &[Operation]) -> Vec<OperationView> {
    operations.iter().map(OperationView::from).collect()
}

/// A counter as the window takes it.
pub(crate) fn counted(value: Option<i64>) -> Option<f64> {
    value.and_then(|value| u64::try_from(value).ok()).map(count)
}

/// A number of seconds that may be -1.
pub(crate) fn seconds(value: Option<i64>) -> Option<i32> {
    value.and_then(|value| i32::try_from(value).ok())
}

pub(crate) fn text<T: ToString>(value: Option<&T>) -> Option<String> {
    value.map(ToString::to_string)
}
