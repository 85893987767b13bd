//! The mathematics: graphs, the kinds of game, their values. Knows no text.
//!
//! Architecture invariant: nothing here reads a clock, a file or a line of text; work is bounded in steps
//! ([`Meter`]), so that every result repeats exactly. No algorithm recurses: a chain of a million nodes is an
//! ordinary graph.
//!
//! A kind of game is one file (`dag`, `loopy`, `addsub`, `nim`, `cactus`, `hackenbush`) with its [`Rules`] and
//! its way to solve; [`KINDS`] lists them.

// Flat arrays indexed by node are the substance of this crate. Every `Node` is minted by the graph whose size
// bounds the arrays, so that an index out of bounds is a defect in this crate and never a matter of input.
#![allow(clippy::indexing_slicing)]

mod bits;
mod board;
mod graph;
mod hanging;
mod kind;
mod meter;
mod solver;
mod value;

mod closing;
mod cycle;
mod fusion;
mod mex;
mod order;
mod ordered;
mod scc;
mod shared_edge;
mod sorting;

mod addsub;
mod cactus;
mod dag;
mod hackenbush;
mod loopy;
mod nim;

pub use addsub::Picks;
pub use board::*;
pub use graph::*;
pub use hanging::*;
pub use kind::*;
pub use meter::*;
pub use value::*;
