//! The mex of the XORs of exactly K picks, against sets grown pick by pick.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use super::closed::{Below, mex, mex_of_units};
use super::codes::Codes;
use super::pairs::Pairs;
use super::{Answer, PENDING};
use crate::{Meter, NODE_BUDGET_DEFAULT};

/// Marsaglia's xorshift.
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 20
}

/// Numbers of 128 bits stand for values; exponents from 64 on become powers.
fn brute(values: &BTreeSet<u128>, k: u32) -> u128 {
    let mut sums = BTreeSet::from([0]);
    for _ in 0..k {
        sums = sums.iter().flat_map(|sum| values.iter().map(move |value| sum ^ value)).collect();
    }
    (0..).find(|number| !sums.contains(number)).unwrap()
}

fn below(values: &BTreeSet<u128>) -> Below {
    Below::new(values.iter().map(|&value| match u64::try_from(value) {
        Ok(number) => Ok(number),
        Err(_) => Err(value.ilog2()),
    }))
}

fn solved(values: &BTreeSet<u128>, k: u32, budget: u64) -> Answer {
    let cancel = AtomicBool::new(false);
    let meter = Meter { node_budget: budget, left: u64::MAX, cancel: &cancel };
    mex(&below(values), k, &meter, &mut None).0
}

fn number(answer: &Answer) -> Option<u128> {
    match *answer {
        Answer::Number(number) => Some(u128::from(number)),
        Answer::Power(exponent) => Some(1 << exponent),
        Answer::OverBudget | Answer::TooLarge => None,
        Answer::Paused => panic!("nothing is left"),
    }
}

#[test]
fn mex_of_picks_is_that_of_all_sums() {
    let mut state = 7;
    for round in 0..30_000 {
        let bits = 1 + random(&mut state) % 8;
        let mut values = BTreeSet::new();
        for _ in 0..1 + random(&mut state) % 9 {
            values.insert(u128::from(random(&mut state) % (1 << bits)));
        }
        // Single powers far above, at times.
        for _ in 0..random(&mut state) % 4 {
            if round % 3 == 0 {
                values.insert(1 << (64 + random(&mut state) % 3));
            }
        }
        let k = 1 + (random(&mut state) % 6) as u32;
        let answer = solved(&values, k, 1_000_000);
        assert_eq!(number(&answer), Some(brute(&values, k)), "{values:?} k={k}");
    }
}

#[test]
fn every_method_agrees_or_gives_up() {
    // Budgets down to one step: an answer under any of them is the right one.
    let mut state = 11;
    let mut settled = 0;
    for _ in 0..6_000 {
        let mut values = BTreeSet::new();
        for _ in 0..4 + random(&mut state) % 14 {
            values.insert(u128::from(random(&mut state) % 1024));
        }
        let k = 2 + (random(&mut state) % 3) as u32;
        let right = brute(&values, k);
        for budget in [1, 30, 300, 3_000, 30_000] {
            if let Some(answer) = number(&solved(&values, k, budget)) {
                assert_eq!(answer, right, "{values:?} k={k} budget={budget}");
                settled += 1;
            }
        }
    }
    assert!(settled > 6_000, "{settled}");
}

#[test]
fn ball_subsets_and_meeting_agree_beyond_brute_force() {
    // Rank 10 to 24 among 20 to 30 values: the methods share no step, and budgets choose among them.
    let mut state = 13;
    let mut settled = 0;
    for _ in 0..60 {
        let bits = 10 + random(&mut state) % 15;
        let values: BTreeSet<u128> = (0..20 + random(&mut state) % 10)
            .map(|i| if i < bits && i < 12 { 1 << i } else { u128::from(random(&mut state) % (1 << bits)) })
            .collect();
        let k = 2 + (random(&mut state) % 6) as u32;
        let answers: Vec<u128> = [2_000, 50_000, 1_000_000, 100_000_000]
            .iter()
            .filter_map(|&budget| number(&solved(&values, k, budget)))
            .collect();
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{values:?} k={k}: {answers:?}");
        settled += answers.len();
    }
    assert!(settled > 200, "{settled}");
}

#[test]
fn a_search_in_pieces_comes_to_the_same_in_as_many_steps() {
    let mut state = 23;
    let (mut pauses, cancel) = (0, AtomicBool::new(false));
    for round in 0..150 {
        let bits = 10 + random(&mut state) % 15;
        let values: BTreeSet<u128> =
            (0..20 + random(&mut state) % 12).map(|_| u128::from(random(&mut state) % (1 << bits))).collect();
        let k = 2 + (random(&mut state) % 6) as u32;
        let node_budget = [200_000, 3_000_000][round % 2];
        let whole = Meter { node_budget, ..Meter::new(&cancel) };
        let piece = Meter { left: 1, ..Meter { node_budget, ..Meter::new(&cancel) } };
        let of_call = 1 + below(&values).len() as u64;
        let (mut kept, mut answer, mut steps) = (None, Answer::Paused, of_call);
        while answer == Answer::Paused {
            let (next, cost) = mex(&below(&values), k, &piece, &mut kept);
            (answer, steps) = (next, steps + cost - of_call);
            pauses += usize::from(answer == Answer::Paused);
        }
        assert_eq!((answer, steps), mex(&below(&values), k, &whole, &mut None), "{values:?} k={k}");
        // Another one, in between, is not taken for it.
        let less: BTreeSet<u128> = values.iter().copied().skip(1).collect();
        for (other, picks) in [(&values, k + 1), (&less, k)] {
            mex(&below(&values), k, &piece, &mut kept);
            let alone = mex(&below(other), picks, &whole, &mut None);
            assert_eq!(mex(&below(other), picks, &whole, &mut kept), alone, "{other:?} k={picks}");
        }
    }
    assert!(pauses > 500, "{pauses}");
}

/// 0 to 7, the multiples of 8 below 8 * 2969, and powers so high that no ball of the span is in reach. A number below
/// 8 * 2969 is one of the first XOR one of the second, and 8 * 2969 is 8 * 2968 ^ 8; but 8 * 2969 + 1 wants one that is
/// odd, so one of the first, and then 1 and 8 * 2969.
#[test]
fn two_picks_from_thousands_are_settled() {
    let multiples = (1..2_969).map(|i| 8 * i);
    let values: BTreeSet<u128> =
        (0..8).chain(multiples).chain((16..40).map(|exponent| 1 << exponent)).collect();
    assert_eq!(values.len(), 3_000);
    let right = 8 * 2_969 + 1;
    assert_eq!(brute(&values, 2), right);
    assert_eq!(number(&solved(&values, 2, NODE_BUDGET_DEFAULT)), Some(right));
}

/// Millions of pairs are not made at a stretch.
#[test]
fn three_picks_from_thousands_pause() {
    let mut state = 31;
    let values: BTreeSet<u128> = (0..2_000).map(|_| u128::from(random(&mut state) % (1 << 40))).collect();
    let (cancel, below) = (AtomicBool::new(false), below(&values));
    let piece = Meter { left: 1, ..Meter::new(&cancel) };
    let (mut kept, mut sum, mut longest, mut answer) = (None, 0, 0, Answer::Paused);
    while answer == Answer::Paused {
        let (next, steps) = mex(&below, 3, &piece, &mut kept);
        (answer, sum, longest) = (next, sum + steps, longest.max(steps));
    }
    assert_eq!(answer, mex(&below, 3, &Meter::new(&cancel), &mut None).0);
    assert!(sum > 10_000_000 && longest < 100_000, "{sum} {longest}");
}

#[test]
fn pairs_are_made_sorted_piece_by_piece() {
    let mut state = 29;
    for (count, bound) in [(0, 1), (1, 9), (40, 64), (700, 1 << 10), (700, 1 << 40), (900, u64::MAX)] {
        let values: Vec<u64> = (0..count).map(|_| random(&mut state) % bound).collect();
        let (mut pairs, mut longest, mut sum) = (Pairs::default(), 0, 0);
        while let Some(steps) = pairs.step(&values) {
            longest = longest.max(steps);
            sum += steps;
        }
        let right: BTreeSet<u64> = values.iter().flat_map(|a| values.iter().map(move |b| a ^ b)).collect();
        assert!(pairs.sorted().iter().eq(&right), "{count} below {bound}");
        let made = (count * (count + 1) / 2) as u64;
        assert!(longest <= 4 * (1 << 14) && sum <= 8 * made + 100, "{longest} {sum}");
    }
}

#[test]
fn zero_and_powers_need_no_search() {
    let mut state = 17;
    for _ in 0..20_000 {
        let mut values = BTreeSet::new();
        for _ in 0..1 + random(&mut state) % 8 {
            values.insert(1u128 << (random(&mut state) % 7));
        }
        if random(&mut state) % 3 > 0 {
            values.insert(0);
        }
        let k = 1 + (random(&mut state) % 8) as u32;
        let answer = mex_of_units(values.iter().map(|&value| Ok(value as u64)), k).unwrap();
        assert_eq!(number(&answer), Some(brute(&values, k)), "{values:?} k={k}");
    }
    assert_eq!(mex_of_units([Ok(0), Ok(3)].into_iter(), 1), None);
    // 0 and 2^0 to 2^69: all 71 numbers with one bit more than K come after 2^(K+1) - 1.
    let run = || std::iter::once(Ok(0)).chain((0..70).map(|e| if e < 64 { Ok(1 << e) } else { Err(e) }));
    assert_eq!(mex_of_units(run(), 70), Some(Answer::Power(70)));
    assert_eq!(mex_of_units(run(), 69), Some(Answer::TooLarge));
    assert_eq!(mex_of_units(run(), 63), Some(Answer::Number(u64::MAX)));
    assert_eq!(mex_of_units(run(), 40), Some(Answer::Number((1 << 41) - 1)));
}

#[test]
fn codes_keep_what_they_stand_for() {
    let mut codes = Codes::default();
    let numbers = [
        0,
        1,
        5,
        (1 << 31) - 1,
        1 << 31,
        (1 << 32) - 1,
        (1 << 41) - 1,
        1 << 63,
        u64::MAX,
        u64::MAX - 1,
        1 << 33 | 1,
    ];
    for number in numbers.iter().chain(&numbers) {
        let code = codes.encode(Answer::Number(*number)).unwrap();
        assert!(code < PENDING);
        assert_eq!(codes.decode(code), Ok(*number));
    }
    for exponent in [0, 30, 31, 32, 63] {
        let code = codes.encode(Answer::Power(exponent)).unwrap();
        assert_eq!(codes.decode(code), Ok(1 << exponent));
        assert_eq!(codes.encode(Answer::Number(1 << exponent)), Some(code));
    }
    for exponent in [64, 65, 66, 1 << 29] {
        let code = codes.encode(Answer::Power(exponent)).unwrap();
        assert_eq!(codes.decode(code), Err(exponent));
    }
    for answer in [Answer::OverBudget, Answer::TooLarge, Answer::Paused] {
        assert_eq!(codes.encode(answer), None);
    }
}
