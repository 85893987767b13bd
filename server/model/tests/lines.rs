//! The table of lines against a plain vector.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use sgg_model::{Class, LineId, Lines, Mask, NewLine};

const CLASSES: [Class; 5] = [Class::Blank, Class::Edge, Class::Stones, Class::Game, Class::Round];

#[test]
fn the_table_does_what_a_vector_does() {
    let mut state = 88_172_645_463_325_252u64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    for _ in 0..6 {
        let mut lines = Lines::default();
        let mut model: Vec<(NewLine, Option<LineId>)> = Vec::new();
        for _ in 0..200 {
            let start = below(model.len() + 1);
            let removed_most = if below(9) == 0 { 3000 } else { 4 };
            let removed = below(removed_most).min(model.len() - start);
            let added_most = if below(9) == 0 { 2500 } else { 4 };
            let added = below(added_most);
            let new: Vec<NewLine> = (0..added)
                .map(|_| {
                    let class = if below(40) == 0 { below(5) } else { 1 };
                    NewLine { class: CLASSES[class], problems: u8::from(below(50) == 0) }
                })
                .collect();
            lines.splice(start..start + removed, &new);
            // The first of the new lines keep the ids of those they replace.
            let kept: Vec<Option<LineId>> = model[start..start + removed].iter().map(|line| line.1).collect();
            let fresh = new.iter().enumerate().map(|(i, line)| (*line, kept.get(i).copied().flatten()));
            model.splice(start..start + removed, fresh.collect::<Vec<_>>());

            assert_eq!(lines.len(), model.len());
            assert_eq!(lines.problems(), model.iter().map(|(line, _)| line.problems as usize).sum::<usize>());
            for (number, (line, id)) in model.iter_mut().enumerate() {
                let record = lines.at(number).unwrap();
                assert_eq!((record.class, record.problems), (line.class, line.problems));
                assert_eq!(record.id, *id.get_or_insert(record.id));
            }
            for _ in 0..20 {
                let at = below(model.len() + 2);
                let mask = [Mask::GAME, Mask::HEADER, Mask::PROBLEM, Mask::of(Class::Stones)][below(4)];
                let meets = |(_, (line, _)): &(usize, &(NewLine, Option<LineId>))| match mask {
                    Mask::GAME => line.class == Class::Game,
                    Mask::HEADER => matches!(line.class, Class::Game | Class::Round),
                    Mask::PROBLEM => line.problems > 0,
                    _ => line.class == Class::Stones,
                };
                let next = model.iter().enumerate().skip(at).find(meets).map(|(number, _)| number);
                let previous = model.iter().enumerate().take(at).rfind(meets).map(|(number, _)| number);
                assert_eq!(lines.next(at, mask).map(|found| found.0), next);
                assert_eq!(lines.previous(at, mask).map(|found| found.0), previous);
                if let (Some(a), Some(b)) = (lines.at(at), lines.at(below(model.len() + 1))) {
                    assert_eq!(lines.number(a.id), Some(at));
                    assert_eq!(lines.before(a.id, b.id), Some(at) < lines.number(b.id));
                }
            }
        }
    }
}
