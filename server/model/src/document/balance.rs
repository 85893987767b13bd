//! What the games of a file may hold together. The games are counted in the order of the text; the first one that passes
//! the limit and all behind it hold nothing. Nothing of this is looked at while all games fit.

use super::Snapshot;
use super::load::Loader;
use crate::game::{Game, GameLimit, Size};
use crate::{LineId, Mask};
use std::ops::Range;
use std::sync::Arc;

/// What the games of a file hold.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    /// All together.
    pub(super) size: Size,
    /// How many games hold nothing because those before them hold too much.
    pub(super) beyond: usize,
}

impl Held {
    pub(super) fn add(&mut self, game: &Game) {
        self.size = self.size.plus(game.held);
        self.beyond += usize::from(game.is_beyond());
    }

    pub(super) fn take(&mut self, game: &Game) {
        self.size = self.size.minus(game.held);
        self.beyond -= usize::from(game.is_beyond());
    }
}

impl Snapshot {
    /// Lines of a game came or went.
    pub(super) fn recount(&mut self, id: LineId) {
        let Some(game) = self.games.get_mut(&id).filter(|game| game.size() != game.held) else { return };
        self.held.size = self.held.size.minus(game.held).plus(game.size());
        let game = Arc::make_mut(game);
        game.held = game.size();
    }

    /// What reads the games behind a line, whose own games are forgotten: where all fit it is enough that those read fit
    /// in beside the others, wherever these stand.
    pub(super) fn loader(&self, start: usize) -> Loader {
        if self.held.beyond == 0 {
            return Loader::behind(self.held.size, false);
        }
        let mut loader = Loader::default();
        for (_, record) in self.text.lines.select(0..start, Mask::GAME) {
            let Some(game) = self.game(record.id) else { continue };
            loader.spent = loader.spent.plus(game.held);
            loader.beyond |= game.is_beyond();
        }
        loader
    }

    /// After an edit: finds which games the file can't hold, where it is more or less than it was.
    pub(super) fn balance(&mut self) {
        if self.held.beyond == 0 && !self.held.size.is_too_large() {
            return;
        }
        let end = self.text.lines.len();
        let mut spent = Size::default();
        let mut full = false;
        let mut again = None;
        for (number, record) in self.text.lines.select(0..end, Mask::GAME) {
            let Some(game) = self.game(record.id) else { continue };
            let needs = if game.is_beyond() { game.needs } else { Some(game.held) };
            // How large it is may not be known: then it is tried.
            let fits = !full && needs.is_none_or(|needs| !spent.plus(needs).is_too_large());
            if fits == game.is_beyond() {
                again = Some((number, Loader::behind(spent, full)));
                break;
            }
            full |= !fits;
            spent = spent.plus(game.held);
        }
        if let Some((start, loader)) = again {
            self.reload_with(start..end, |_| loader);
        }
    }

    /// Reads the lines of whole games again.
    pub(super) fn reload(&mut self, range: Range<usize>) {
        let start = range.start;
        self.reload_with(range, |snapshot| snapshot.loader(start));
    }
}

impl Loader {
    /// No line of the last game follows. One that the file can't hold beside those before it is let go at once.
    pub(super) fn end_game(&mut self) {
        let Some(game) = self.games.last_mut().and_then(Arc::get_mut).filter(|game| game.is_loading()) else {
            return;
        };
        let size = game.size();
        match self.beyond || self.spent.plus(size).is_too_large() {
            true => {
                if game.limit() != Some(GameLimit::File) {
                    game.let_go(size);
                }
                self.beyond = true;
            }
            false => self.spent = self.spent.plus(size),
        }
        game.loaded();
        game.held = game.size();
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Size;
    use crate::testing::Random;
    use crate::{Document, GameLimit, State};
    use sgg_game::Meter;
    use std::sync::atomic::AtomicBool;

    fn line(random: &mut Random) -> String {
        let (from, count) = (random.below(9) * 100, random.below(700));
        match random.below(8) {
            0 => "game dag\n".to_owned(),
            1 => "game unknown\n".to_owned(),
            2 => "round\n".to_owned(),
            3 => format!("stones {from}..{} a\n", from + count),
            4 => format!("nodes a b {from}..{}\n", from + count),
            _ => format!("{from}..{} -> a b\n", from + count),
        }
    }

    /// Of each game its line, its limit, whether it has values of its text, and how much of it there is, also by its file's
    /// count.
    fn picture(document: &mut Document) -> Vec<(usize, Option<GameLimit>, bool, usize, usize, Size)> {
        document.solve(&mut Meter::new(&AtomicBool::new(false)));
        let snapshot = document.snapshot();
        let of_game = |game: &crate::Game| {
            let line = snapshot.text.lines.number(game.header()).unwrap();
            let arcs = game.board().graph().arc_count();
            (line, game.limit(), game.state() == State::Fresh, game.node_count(), arcs, game.held)
        };
        snapshot.games().map(of_game).collect()
    }

    /// The limits are low in these tests.
    #[test]
    fn which_games_a_file_holds_depends_on_its_text_alone() {
        let mut random = Random(7);
        let (mut beyond, mut held) = (0, 0);
        for _ in 0..60 {
            let mut document = Document::open("");
            for _ in 0..60 {
                let rope = &document.snapshot().text.rope;
                let lines = rope.len_lines();
                let start = random.below(lines);
                let end = (start + random.below(5).saturating_sub(2)).min(lines - 1);
                let (start, end) = (rope.line_to_byte(start), rope.line_to_byte(end.max(start)));
                let new: String = (0..random.below(4)).map(|_| line(&mut random)).collect();
                document.edit(start..end, &new);
                let text = document.snapshot().text.rope.to_string();
                let after = picture(&mut document);
                assert_eq!(after, picture(&mut Document::open(&text)), "{text}");
                let all = after.iter().filter(|game| game.1 == Some(GameLimit::File)).count();
                (beyond, held) = (beyond + all, held + after.len() - all);
                let nodes: usize = after.iter().map(|game| game.3).sum();
                let arcs: usize = after.iter().map(|game| game.4).sum();
                assert!(nodes as u64 <= crate::FILE_NODES_MAX && arcs as u64 <= crate::FILE_EDGES_MAX);
            }
        }
        assert!(beyond > 1_000 && held > 1_000, "{beyond} {held}");
    }

    /// Stones of rounds are read again where one comes or goes, and counted once.
    #[test]
    fn rounds_that_come_and_go_leave_the_size_as_it_is() {
        let text = "game dag\n0..9 -> a\nstones 0..9\nround\nstones 0..4 a\n";
        let mut document = Document::open(text);
        for _ in 0..20 {
            document.edit(text.len()..text.len(), "round\nstones a\n");
            let longer = document.snapshot().text.rope.to_string();
            assert_eq!(picture(&mut document), picture(&mut Document::open(&longer)));
            document.edit(text.len()..longer.len(), "");
            assert_eq!(picture(&mut document), picture(&mut Document::open(text)));
        }
    }

    #[test]
    fn a_game_that_has_no_room_is_read_again_when_there_is_some() {
        let text = "game dag\n0..1999 -> a\ngame dag\n0..998 -> a\ngame dag\na -> b\n";
        let mut document = Document::open(text);
        let limits = |document: &mut Document| -> Vec<bool> {
            picture(document).iter().map(|game| game.1 == Some(GameLimit::File)).collect()
        };
        assert_eq!(limits(&mut document), [false, true, true]);
        document.edit(13..16, "8");
        assert_eq!(document.snapshot().text.line(1), "0..18 -> a");
        assert_eq!(limits(&mut document), [false, false, false]);
        document.edit(13..14, "999");
        assert_eq!(limits(&mut document), [false, true, true]);
        document.edit(0..9, "");
        assert_eq!(limits(&mut document), [false, false]);
    }
}
