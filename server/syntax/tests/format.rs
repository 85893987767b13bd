//! Canonical style, by the reference.

use sgg_syntax::Language;

const LANGUAGE: Language = Language { kinds: &["dag", "loopy", "addsub", "nim", "cactus", "hackenbush"] };

#[test]
fn indentation_and_blanks() {
    let text = "\
# of the game
 game   dag\t\"x  y\"
a->b   c # why
      # leads to round
   round \"one\"
 stones   a = 3   0 .. 4=2   *  =1
# leads to expect
expect   value   w^2 * 3+w +5   # trailing
# last


game dag
a -> b";
    // `w^2 * 3+w +5` is good but for its blanks.
    let wanted = "\
# of the game
game dag \"x  y\"
  a -> b c # why
  # leads to round
  round \"one\"
    stones a=3 0..4=2 *=1
    # leads to expect
    expect value w^2*3 + w + 5   # trailing
# last

game dag
  a -> b
";
    assert_eq!(LANGUAGE.format(text), wanted);
    assert_eq!(LANGUAGE.format(wanted), wanted);
}

#[test]
fn one_line_end_at_the_end_and_no_blank_line_at_either() {
    for (text, wanted) in [
        ("", ""),
        ("\n", ""),
        (" \t\r\n \r\n\t", ""),
        ("\u{feff}\r\n", "\u{feff}"),
        ("game dag\n  a -> b", "game dag\n  a -> b\n"),
        ("game dag\n  a -> b\n\n\n", "game dag\n  a -> b\n"),
        ("game dag\n  a -> b\n  ", "game dag\n  a -> b\n"),
        ("\n\n  \ngame dag\n", "game dag\n"),
        ("\u{feff}\n\n# x\n\ngame dag", "\u{feff}# x\n\ngame dag\n"),
        ("\n# first\n\n\n# last", "# first\n\n# last\n"),
        // As the other lines end; what cannot be read ends too.
        ("\r\ngame dag\r\n\r\n\r\n  a -> b", "game dag\r\n\r\n  a -> b\r\n"),
        ("game dag\r  a -> b\r\r", "game dag\r  a -> b\r"),
        ("\r\ngame dag", "game dag\r\n"),
        ("game dag\r \n  a -> b\n", "game dag\r\r  a -> b\n"),
        ("game dag\n\ta ->-> b ", "game dag\n\ta ->-> b \n"),
    ] {
        assert_eq!(LANGUAGE.format(text), wanted, "{text:?}");
        assert_eq!(LANGUAGE.format(wanted), wanted, "{text:?} twice");
    }
}

#[test]
fn one_blank_line_before_a_game_and_its_comments() {
    let text = "game dag\na -> b\n# next\n# one\ngame dag\n\n\n\na -> b\ngame nim\n";
    let wanted = "game dag\n  a -> b\n\n# next\n# one\ngame dag\n\n  a -> b\n\ngame nim\n";
    assert_eq!(LANGUAGE.format(text), wanted);
}

#[test]
fn values_have_blanks_around_plus_only() {
    let text = "expect sg a = inf{ 0 , 2 } b=2 ^ 70 * = 1\nexpect value 2^70+5\nexpect value inf {1}\n";
    let wanted = "expect sg a=inf{0,2} b=2^70 *=1\nexpect value 2^70 + 5\nexpect value inf{1}\n";
    assert_eq!(LANGUAGE.format(text), wanted);
}

#[test]
fn broken_lines_ends_and_quotes_stay() {
    let text = "\u{feff}game dag\r\n\ta,  b -> c \r\n\"a\"->b\t\r\n  \r\n \r\na ->b #  c \r\ngmae   dag\r\n stones a\r\n";
    let wanted = "\u{feff}game dag\r\n\ta,  b -> c \r\n  \"a\" -> b\r\n\r\n  a -> b #  c\r\n\r\ngmae   dag\r\n  stones a\r\n";
    assert_eq!(LANGUAGE.format(text), wanted);
    assert_eq!(LANGUAGE.format("a->b\rc  ->d"), "a -> b\rc -> d\r");
    assert_eq!(LANGUAGE.format(""), "");
    assert_eq!(LANGUAGE.format("\u{feff}"), "\u{feff}");
}

#[test]
fn before_the_first_game_nothing_is_indented() {
    assert_eq!(LANGUAGE.format("  # c\n  a ->b\n  round\n stones a\n"), "# c\na -> b\nround\nstones a\n");
}

#[test]
fn very_long_lines_keep_all_their_words() {
    let line = "stones".to_owned() + &" a".repeat(200_000);
    assert_eq!(LANGUAGE.format(&line.replace(' ', "\t")), line + "\n");
}
