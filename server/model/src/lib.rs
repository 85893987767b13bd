//! A file's lines become named games; kept up to date edit by edit.
