//! The servers from inside, without the platform around them.

mod apply;
mod copy;
mod empty;
mod idle;
mod opening;
mod past;
mod proxy;
mod relay;
#[cfg(unix)]
mod replica;
mod servers;
mod session;
#[cfg(unix)]
mod stock;
mod test_pool;
