use tokio::sync::watch;

/// How many of something there are now.
#[derive(Clone, Debug)]
pub struct Count(watch::Sender<usize>);

/// One of them, until this is dropped.
#[derive(Debug)]
pub struct Counted(Count);

impl Default for Count {
    fn default() -> Self {
        Self(watch::Sender::new(0))
    }
}

impl Count {
    pub fn enter(&self) -> Counted {
        self.0.send_modify(|count| *count += 1);
        Counted(self.clone())
    }

    pub fn watch(&self) -> watch::Receiver<usize> {
        self.0.subscribe()
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.0.send_modify(|count| *count -= 1);
    }
}
