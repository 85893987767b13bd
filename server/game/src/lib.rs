//! The mathematics: graphs, the kinds of game, their values. Knows no text.

mod board;
mod graph;
mod kind;
mod meter;
mod value;

pub use board::*;
pub use graph::*;
pub use kind::*;
pub use meter::*;
pub use value::*;
