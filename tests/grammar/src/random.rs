//! Made-up files: seeded, so that every run is the same.

/// SplitMix64.
pub struct Random(u64);

impl Random {
    /// The same seed gives the same numbers.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of them.
    pub fn pick<'a, T: ?Sized>(&mut self, among: &[&'a T]) -> &'a T {
        among[self.below(among.len())]
    }
}

const NAMES: &[&str] = &[
    "a", "b", "c", "d", "0", "1", "2", "10", "01", "x'", "k.1", "k'", "1.1", "1.2.3", "v_1", "game", "round",
    "nodes", "ground", "k", "stones", "expect", "first", "second", "draw", "value", "sg", "dag", "nim",
    "inf", "w", "甲", "café", "ключ", "é1", "𝒙", "same", "gamer", "_", "stones.1", "round_2", "'", "x·y",
];
const QUOTED: &[&str] = &[
    "\"(0,1)\"",
    "\"a -> b\"",
    "\"a\"",
    "\"say \\\"x\\\"\"",
    "\"\\\\\"",
    "\"# 1\"",
    "\"k\"",
    "\" \"",
    "\"甲 乙\"",
    "\"->\"",
];
const RANGES: &[&str] = &["0..3", "v_1..v_4", "01..12", "1.1..1.4", "5 .. 7", "k.1 ..k.3", "5..5"];
const TITLES: &[&str] = &["\"Game#1\"", "\"\"", "\"a \\\"b\\\" \\\\\"", "\"甲\"", "\"dag\"", "\"-> # --\""];
const COMMENTS: &[&str] = &["# comment", "#", "# game dag \"x\"", "#甲 -> 乙", "## a -> b # \"c"];
const VALUES: &[&str] = &[
    "0",
    "3",
    "18446744073709551615",
    "2^64",
    "2^70 + 2^66 + 5",
    "2^70+1",
    "w",
    "w^2*3 + w + 5",
    "w*2",
    "w ^ 2 * 3",
    "inf{}",
    "inf{0}",
    "inf{0,2}",
    "inf{ 0 , 2 }",
    "w + 1",
];
const NODE_VALUES: &[&str] =
    &["0", "3", "2^64", "2 ^ 70", "inf{}", "inf{0,2}", "inf { 1 , 3 }", "18446744073709551615"];
const NUMBERS: &[&str] = &["0", "1", "7", "2147483647", "01"];

fn item(random: &mut Random) -> String {
    match random.below(8) {
        0 => random.pick(QUOTED),
        1 => random.pick(RANGES),
        _ => random.pick(NAMES),
    }
    .to_owned()
}

fn blank(random: &mut Random) -> &'static str {
    if random.once_in(8) { random.pick(&["\t", "  ", " \t "]) } else { " " }
}

fn maybe_blank(random: &mut Random) -> &'static str {
    if random.once_in(6) { blank(random) } else { "" }
}

fn group(random: &mut Random) -> String {
    let mut group = item(random);
    for _ in 0..random.below(4) {
        group += blank(random);
        group += &item(random);
    }
    group
}

fn arrow(random: &mut Random) -> String {
    let arrow = if random.once_in(3) { "--" } else { "->" };
    if random.once_in(4) { arrow.to_owned() } else { format!("{}{arrow}{}", blank(random), blank(random)) }
}

fn edge(random: &mut Random) -> String {
    // A keyword begins a statement unless an arrow follows: it may only stand first in a group of one.
    let mut edge = if random.once_in(3) { group(random) } else { item(random) };
    for _ in 0..=random.below(3) {
        edge += &arrow(random);
        edge += &group(random);
    }
    if random.once_in(6) {
        edge += blank(random);
        edge += random.pick(&["->", "--"]);
    }
    edge
}

fn entries(random: &mut Random, values: &[&str], value_needed: bool) -> String {
    let mut entries = String::new();
    for _ in 0..=random.below(4) {
        entries += blank(random);
        entries += &if random.once_in(5) { "*".to_owned() } else { item(random) };
        if value_needed || random.once_in(2) {
            entries += maybe_blank(random);
            entries += "=";
            entries += maybe_blank(random);
            entries += random.pick(values);
        }
    }
    entries
}

fn titled(random: &mut Random, header: String) -> String {
    if random.once_in(2) { header + blank(random) + random.pick(TITLES) } else { header }
}

/// A line as the reference says it is written, mostly valid.
pub fn line(random: &mut Random) -> String {
    let mut line = random.pick(&["", "  ", "    ", "\t"]).to_owned();
    line += &match random.below(20) {
        0..=6 => edge(random),
        7 | 8 => format!("stones{}", entries(random, NUMBERS, false)),
        9 => format!("k{}", entries(random, NUMBERS, true)),
        10 => format!("nodes{}{}", blank(random), group(random)),
        11 => format!("ground{}{}", blank(random), group(random)),
        12 => format!("expect{}{}", blank(random), random.pick(&["first", "second", "draw"])),
        13 => format!("expect{}value{}{}", blank(random), blank(random), random.pick(VALUES)),
        14 => format!("expect{}sg{}", blank(random), entries(random, NODE_VALUES, true)),
        15 => titled(random, "round".to_owned()),
        16 => {
            let kind = random.pick(&["dag", "loopy", "addsub", "nim", "cactus", "hackenbush", "dgg"]);
            let game = format!("game{}{kind}", blank(random));
            titled(random, game)
        }
        17 => random.pick(COMMENTS).to_owned(),
        _ => String::new(),
    };
    if random.once_in(5) {
        line += blank(random);
    }
    if random.once_in(8) {
        if !line.ends_with([' ', '\t']) {
            line.push(' ');
        }
        line += random.pick(COMMENTS);
    }
    line
}

/// Lines of a file: games, rounds and what belongs to them, comments and blank lines anywhere.
pub fn file(random: &mut Random) -> Vec<String> {
    (0..1 + random.below(30)).map(|_| line(random)).collect()
}

const SIGNS: &[&str] = &[
    "a", "k", "1", "0", " ", "  ", "\t", "->", "-", ">", "--", "=", "..", ".", "*", "\"", "\\", "#", "{",
    "}", "[", "(", ",", ";", ":", "^", "+", "?", "'", "é", "甲", "→", "—", "“", "\u{3000}", "\u{A0}",
    "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{2028}", "\u{0}", "\u{B}", "\u{C}", "🍎", "game ", "round ",
    "gmae ", "Round", "stones ", "k ", "expect ", "dag", "\"x\"", "//", "<-", "@", "\u{85}",
];

/// The line with one to four slips: signs added, dropped, changed, swapped, or the whole line lost. It may come out
/// valid, but never with a line end in it.
pub fn broken(random: &mut Random, line: &str) -> String {
    let mut signs: Vec<String> = line.chars().map(String::from).collect();
    for _ in 0..=random.below(4) {
        let at = random.below(signs.len() + 1);
        let sign = random.pick(SIGNS).to_owned();
        match random.below(10) {
            0..=3 => signs.insert(at, sign),
            4 | 5 if at < signs.len() => signs[at] = sign,
            6 | 7 if at < signs.len() => drop(signs.remove(at)),
            8 if at + 1 < signs.len() => signs.swap(at, at + 1),
            9 if random.once_in(3) => signs.truncate(at),
            _ => signs.push(sign),
        }
    }
    signs.concat()
}
