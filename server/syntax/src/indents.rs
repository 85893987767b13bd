//! How far the statements are indented that stood in one line and get lines of their own.

/// How far each next statement is indented.
#[derive(Clone, Debug)]
pub(crate) struct Indents {
    unit: &'static str,
    game: String,
    round: String,
    below: String,
}

impl Indents {
    fn new(game: String, round: String, below: String) -> Self {
        let unit = if below.contains('\t') { "\t" } else { "  " };
        Indents { unit, game, round, below }
    }

    /// Behind a game's line.
    pub(crate) fn of_game(own: &str) -> Self {
        let below = format!("{own}{}", unit(own));
        Indents::new(own.to_owned(), below.clone(), below)
    }

    /// Behind a round's line.
    pub(crate) fn of_round(own: &str) -> Self {
        Indents::new(less(own).to_owned(), own.to_owned(), format!("{own}{}", unit(own)))
    }

    /// Behind any other statement: how far it is indented tells whether it stands in a round.
    pub(crate) fn of_statement(own: &str) -> Self {
        let round = if less(less(own)) != less(own) { less(own) } else { own };
        Indents::new(less(round).to_owned(), round.to_owned(), own.to_owned())
    }

    /// Of the next statement, which starts with that word.
    pub(crate) fn next(&mut self, word: &str) -> String {
        let deeper = |header: &str| format!("{header}{}", self.unit);
        match word {
            "game" => {
                (self.round, self.below) = (deeper(&self.game), deeper(&self.game));
                self.game.clone()
            }
            "round" => {
                self.below = deeper(&self.round);
                self.round.clone()
            }
            _ => self.below.clone(),
        }
    }
}

fn unit(own: &str) -> &'static str {
    if own.contains('\t') { "\t" } else { "  " }
}

/// One step less indented.
fn less(own: &str) -> &str {
    own.strip_suffix(unit(own)).unwrap_or("")
}
