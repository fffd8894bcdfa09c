use api::Next;
use api::resource::operations::Operation;

use super::OperationView;

/// Where the page after this one begins. The cursor that comes with a page that is not full leads nowhere.
pub(crate) fn next(next: Option<Next>, items: usize, page_size: Option<u32>) -> Option<String> {
    match next? {
        Next::Next(cursor) => Some(cursor),
        Next::Cursor(cursor) => {
            let limit = page_size.map_or(1, |size| usize::try_from(size).unwrap_or(usize::MAX));
            (items >= limit).then_some(cursor)
        }
    }
}

pub(crate) fn operations(operations: &[Operation]) -> Vec<OperationView> {
    operations.iter().map(OperationView::from).collect()
}
