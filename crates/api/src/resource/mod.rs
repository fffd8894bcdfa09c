//! One file a noun of the platform: its models, its requests and the calls that send them.

pub mod temporary;
