//! Putting a compute behind its port.

use std::sync::Arc;

use tokio::net::TcpListener;

use super::{Placed, Yard};
use crate::postgres::compute::{Compute, Plan};
use crate::postgres::proxy;

impl Yard {
    /// Puts a compute behind its port. Without listeners the port is tried until it is free.
    pub fn place(
        self: &Arc<Self>,
        plan: Plan,
        listeners: Option<Vec<TcpListener>>,
    ) -> Arc<Compute> {
        let compute = Arc::new(Compute::new(plan, Arc::clone(self)));
        let stop = self.stop.child_token();
        let serve = proxy::run(
            Arc::clone(&compute),
            listeners,
            self.tasks.clone(),
            stop.clone(),
        );
        self.tasks.spawn(serve);
        let placed = Placed {
            compute: Arc::clone(&compute),
            proxy: stop,
        };
        self.write().insert(compute.endpoint_id.clone(), placed);
        self.changed.notify();
        let (measured, changed) = (Arc::clone(&compute), Arc::clone(&self.changed));
        self.tasks.spawn(async move {
            if measured.measure().await {
                changed.notify();
            }
        });
        compute
    }
}
