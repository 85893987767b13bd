//! A snapshot in, plain data out: one file per feature. Knows no protocol, no I/O, no clock.
