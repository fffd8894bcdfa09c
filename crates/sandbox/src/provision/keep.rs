use super::error::CreateError;
use crate::shared::Shared;
use crate::world::{ChangeError, Row};

/// Counted once more where it is written, so that many at the same time are not too many.
pub async fn keep(shared: &Shared, rows: Vec<Row>) -> Result<(), CreateError> {
    let max = shared.config.max_unclaimed;
    let kept = shared.catalogue.change(move |world| {
        let fits = world.unclaimed() < max;
        fits.then_some((rows, ())).ok_or(())
    });
    kept.await.map_err(|error| match error {
        ChangeError::Refused(()) => CreateError::Unclaimed { max },
        ChangeError::Store(error) => CreateError::Catalogue(error.into()),
        ChangeError::Stopping => CreateError::Stopping,
    })
}
