//! What the client says of diagnostics, kept beside what they are made of.

use serde::Deserialize;
use serde_json::to_value;

use super::protocol::{ClientCapabilities, DiagnosticTag, TagSupport};

/// What the client can do with diagnostics. Every message is understood without.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wishes {
    pub(super) related: bool,
    pub(super) unnecessary: bool,
}

impl Wishes {
    /// Clients of 3.17 that ask for diagnostics say it of those that they are sent.
    pub(crate) fn of(client: &ClientCapabilities) -> Wishes {
        let Some(client) = &client.text_document else { return Wishes::default() };
        let (sent, asked) = (client.publish_diagnostics.as_ref(), client.diagnostic.as_ref());
        let related = [
            sent.and_then(|client| client.related_information),
            asked.and_then(|client| client.related_information),
        ];
        // The one type keeps its list to itself: as JSON both are alike.
        let tags = [
            sent.and_then(|client| to_value(client.tag_support.as_ref()?).ok()),
            asked.and_then(|client| to_value(client.tag_support.as_ref()?).ok()),
        ];
        let tags = tags.into_iter().flatten();
        let mut tags = tags.filter_map(|support| TagSupport::<DiagnosticTag>::deserialize(support).ok());
        Wishes {
            related: related.contains(&Some(true)),
            unnecessary: tags.any(|tags| tags.value_set.contains(&DiagnosticTag::UNNECESSARY)),
        }
    }
}
