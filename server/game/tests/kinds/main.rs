//! Every kind against a search of all its positions that knows no theory, and against values from the literature.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, unreachable_pub)]

mod common;
mod search;

mod addsub;
mod cycles;
mod dag;
mod edits;
mod hackenbush;
mod loopy;
mod nim;
