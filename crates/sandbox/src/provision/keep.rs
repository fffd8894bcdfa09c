use super::error::CreateError;
use crate::shared::Shared;
use crate::state::{ChangeError, Record};

/// Counted once more where it is written, so that many at the same time are not too many.
pub async fn keep(shared: &Shared, records: Vec<Record>) -> Result<(), CreateError> {
    let max = shared.config.max_unclaimed;
    let kept = shared.store.change(move |state| {
        let fits = state.unclaimed() < max;
        fits.then_some((records, ())).ok_or(())
    });
    kept.await.map_err(|error| match error {
        ChangeError::Refused(()) => CreateError::Unclaimed { max },
        ChangeError::Store(error) => CreateError::Store(error.into()),
        ChangeError::Stopping => CreateError::Stopping,
    })
}
