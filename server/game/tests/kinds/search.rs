//! Who wins, by looking at every position that can arise: retrograde analysis from the positions without moves.
//! It knows no value, no mex and no sum.

use std::collections::HashMap;

use sgg_game::Outcome;

/// A position: numbers of stones (or whatever the kind counts), and last a heap of nim beside the game.
pub type State = Vec<u8>;

/// Who wins in `start` and in all that it leads to; `None` when these are more than `most`.
pub fn outcomes(
    start: &[State],
    moves: impl Fn(&State) -> Vec<State>,
    most: usize,
) -> Option<HashMap<State, Outcome>> {
    let mut number = HashMap::<State, usize>::new();
    let mut states: Vec<State> = Vec::new();
    let mut above: Vec<Vec<usize>> = Vec::new();
    let mut left: Vec<usize> = Vec::new();
    let mut meet = |state: State, states: &mut Vec<State>, above: &mut Vec<Vec<usize>>| {
        *number.entry(state.clone()).or_insert_with(|| {
            states.push(state);
            above.push(Vec::new());
            states.len() - 1
        })
    };
    for state in start {
        meet(state.clone(), &mut states, &mut above);
    }
    while left.len() < states.len() {
        if states.len() > most {
            return None;
        }
        let from = left.len();
        let next = moves(&states[from]);
        left.push(next.len());
        for state in next {
            let to = meet(state, &mut states, &mut above);
            above[to].push(from);
        }
    }
    let mut outcome = vec![Outcome::Draw; states.len()];
    let mut settled: Vec<usize> = (0..states.len()).filter(|&i| left[i] == 0).collect();
    for &i in &settled {
        outcome[i] = Outcome::Second;
    }
    while let Some(i) = settled.pop() {
        for &from in &above[i] {
            left[from] -= 1;
            if outcome[from] != Outcome::Draw {
                continue;
            }
            if outcome[i] == Outcome::Second {
                outcome[from] = Outcome::First;
            } else if left[from] == 0 {
                outcome[from] = Outcome::Second;
            } else {
                continue;
            }
            settled.push(from);
        }
    }
    Some(states.into_iter().zip(outcome).collect())
}

/// The moves of a game whose states end in a heap of nim: those of the game, and the heap made smaller.
pub fn beside_a_heap(state: &State, moves: impl Fn(&[u8]) -> Vec<State>) -> Vec<State> {
    let (heap, game) = state.split_last().unwrap();
    let with = |game: &[u8], heap: u8| game.iter().copied().chain([heap]).collect();
    let mut all: Vec<State> = moves(game).iter().map(|game| with(game, *heap)).collect();
    all.extend((0..*heap).map(|less| with(game, less)));
    all
}

/// One stone from a node along one arc.
pub fn slide(out: &[Vec<usize>], stones: &[u8]) -> Vec<State> {
    let mut all = Vec::new();
    for (from, heads) in out.iter().enumerate() {
        for &to in heads {
            if stones[from] > 0 {
                let mut next = stones.to_vec();
                next[from] -= 1;
                next[to] += 1;
                all.push(next);
            }
        }
    }
    all
}

/// Out-lists.
pub fn lists(count: usize, arcs: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut out = vec![Vec::new(); count];
    for &(tail, head) in arcs {
        out[tail].push(head);
    }
    out
}
