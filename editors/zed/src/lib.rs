//! Zed starts the language server; everything that is shown is the server's.

use zed_extension_api::{self as zed, LanguageServerId, Result, serde_json, settings::LspSettings};

struct Sgg;

impl zed::Extension for Sgg {
    fn new() -> Self {
        Self
    }

    /// The server is the one of the settings (`lsp.sgg.binary`), else the one on the path.
    fn language_server_command(
        &mut self,
        server: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<zed::Command> {
        let binary = LspSettings::for_worktree(server.as_ref(), worktree)?.binary;
        let (path, arguments) = binary.map_or((None, None), |binary| (binary.path, binary.arguments));
        let command = path.or_else(|| worktree.which("sgg")).ok_or(
            "the language server `sgg` is not on the path: `cargo install --path server/sgg --locked` puts it \
             there, or say where it is by `lsp.sgg.binary.path` in Zed's settings",
        )?;
        Ok(zed::Command {
            command,
            args: arguments.unwrap_or_else(|| vec!["lsp".to_owned()]),
            env: worktree.shell_env(),
        })
    }

    fn language_server_initialization_options(
        &mut self,
        server: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<Option<serde_json::Value>> {
        Ok(LspSettings::for_worktree(server.as_ref(), worktree)?.initialization_options)
    }

    /// `lsp.sgg.settings`; the server asks for them under `sgg`.
    fn language_server_workspace_configuration(
        &mut self,
        server: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<Option<serde_json::Value>> {
        let settings = LspSettings::for_worktree(server.as_ref(), worktree)?.settings;
        Ok(settings.map(|settings| serde_json::json!({ "sgg": settings })))
    }
}

zed::register_extension!(Sgg);
