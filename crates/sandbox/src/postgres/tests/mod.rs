//! The servers from inside, without the platform around them.

mod apply;
mod copy;
mod empty;
mod idle;
mod opening;
mod proxy;
mod servers;
mod session;
mod test_pool;
