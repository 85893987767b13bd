// Where blocks begin and end. A `game` block ends where the next `game` begins, a `round` block where the next
// `round` or `game` does; the blank and comment lines that lead to a header stand before its block. Both need a
// look ahead at the next statement's first words, which an LR(1) grammar can't have. There is no state.

#include "tree_sitter/parser.h"

enum Token {
  GAME_WORD,
  GAME_SLIP,
  ROUND_WORD,
  ROUND_SLIP,
  GAME_END,
  ROUND_END,
  TRIVIA,
  FILE_END,
  NUL,
};

typedef enum { NO_HEADER, GAME, ROUND } Header;

// The longest word that can be a slip of `round` has six signs.
enum { WORD_MAX = 6 };

typedef struct {
  int32_t signs[WORD_MAX + 1];
  unsigned length; // WORD_MAX + 1 when the word is longer
} Word;

void *tree_sitter_sgg_external_scanner_create(void) { return NULL; }
void tree_sitter_sgg_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_sgg_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}
void tree_sitter_sgg_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

static bool is_blank(int32_t sign) { return sign == ' ' || sign == '\t'; }
static bool is_line_end(int32_t sign) { return sign == '\n' || sign == '\r'; }
static bool at_line_end(TSLexer *lexer) { return is_line_end(lexer->lookahead) || lexer->eof(lexer); }

static int32_t lower(int32_t sign) { return sign >= 'A' && sign <= 'Z' ? sign + ('a' - 'A') : sign; }

static bool is_dash(int32_t sign) {
  return sign == '-' || (sign >= 0x2010 && sign <= 0x2015) || sign == 0x2212 || sign == 0x2500 || sign == 0x2501 ||
         sign == 0x2E3A || sign == 0x2E3B || sign == 0xFF0D;
}
static bool is_less(int32_t sign) { return sign == '<' || sign == 0xFF1C; }
static bool is_equals(int32_t sign) { return sign == '=' || sign == 0xFF1D; }
static bool is_greater(int32_t sign) { return sign == '>' || sign == 0xFF1E; }

// Drawn as an arrow in one sign.
static bool is_arrow_sign(int32_t sign) {
  return (sign >= 0x2190 && sign <= 0x21FF) || sign == 0x25B6 || sign == 0x25BA || (sign >= 0x2794 && sign <= 0x27BE) ||
         (sign >= 0x27F0 && sign <= 0x27FF) || (sign >= 0x2B00 && sign <= 0x2B7F) || (sign >= 0xFFE9 && sign <= 0xFFEC);
}

// Whether a sign may belong to a word. Beyond ASCII only the signs that people put between words are told
// apart (arrows, dashes, quotes, wide blanks and signs): the rest can at most hide a slip.
static bool is_word_sign(int32_t sign) {
  if (sign < 0x80) {
    return (sign >= '0' && sign <= '9') || (lower(sign) >= 'a' && lower(sign) <= 'z') || sign == '_' || sign == '\'';
  }
  return sign > 0xA9 && !(sign >= 0x2000 && sign <= 0x203E) && !(sign >= 0x2190 && sign <= 0x2BFF) &&
         !(sign >= 0x3000 && sign <= 0x3004) && !(sign >= 0xFF01 && sign <= 0xFF0F) &&
         !(sign >= 0xFF1A && sign <= 0xFF20) && sign != 0xFEFF && sign < 0x1F000;
}

// White and invisible signs that are no blanks: a pasted line may begin with them.
static bool is_unseen(int32_t sign) {
  return (sign > 0 && sign < ' ' && !is_blank(sign) && !is_line_end(sign)) || (sign >= 0x7F && sign <= 0xA0) ||
         sign == 0xAD || sign == 0x61C || sign == 0x1680 || (sign >= 0x2000 && sign <= 0x200F) ||
         (sign >= 0x2028 && sign <= 0x202F) || (sign >= 0x205F && sign <= 0x206F) || sign == 0x2800 ||
         sign == 0x3000 || sign == 0xFEFF || (sign >= 0xFFF9 && sign <= 0xFFFB);
}

static void skip_blanks(TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, false);
}

static void skip_to_line_end(TSLexer *lexer) {
  while (!at_line_end(lexer)) lexer->advance(lexer, false);
}

// Passes a line end; CRLF is one.
static void skip_line_end(TSLexer *lexer) {
  bool carriage_return = lexer->lookahead == '\r';
  lexer->advance(lexer, false);
  if (carriage_return && lexer->lookahead == '\n') lexer->advance(lexer, false);
}

static Word read_word(TSLexer *lexer) {
  Word word = {{0}, 0};
  while (is_word_sign(lexer->lookahead)) {
    if (word.length < WORD_MAX) word.signs[word.length] = lexer->lookahead;
    if (word.length <= WORD_MAX) word.length++;
    lexer->advance(lexer, false);
  }
  return word;
}

static unsigned text_length(const char *text) {
  unsigned length = 0;
  while (text[length]) length++;
  return length;
}

static bool is_exactly(const Word *word, const char *text) {
  if (word->length != text_length(text)) return false;
  for (unsigned i = 0; i < word->length; i++) {
    if (word->signs[i] != text[i]) return false;
  }
  return true;
}

static bool is_equal_but_for_case(const Word *word, const char *text) {
  if (word->length != text_length(text)) return false;
  for (unsigned i = 0; i < word->length; i++) {
    if (lower(word->signs[i]) != text[i]) return false;
  }
  return true;
}

// One sign added, dropped or changed, or two neighbours swapped.
static bool is_one_edit_away(const Word *word, const char *text) {
  unsigned text_size = text_length(text);
  if (word->length > WORD_MAX || word->length + 1 < text_size || word->length > text_size + 1) return false;
  unsigned head = 0;
  while (head < word->length && head < text_size && word->signs[head] == text[head]) head++;
  unsigned tail = 0;
  while (tail < word->length - head && tail < text_size - head &&
         word->signs[word->length - 1 - tail] == text[text_size - 1 - tail]) {
    tail++;
  }
  unsigned word_rest = word->length - head - tail;
  unsigned text_rest = text_size - head - tail;
  if (word_rest <= 1 && text_rest <= 1) return true;
  return word_rest == 2 && text_rest == 2 && word->signs[head] == text[head + 1] &&
         word->signs[head + 1] == text[head];
}

static bool is_statement_word(const Word *word) {
  return is_exactly(word, "nodes") || is_exactly(word, "ground") || is_exactly(word, "k") ||
         is_exactly(word, "stones") || is_exactly(word, "expect");
}

// Passes signs of arrows and says whether they are one, or look like one as people draw them (`=>`, `<-`, ` - `).
static bool passes_arrow(TSLexer *lexer, bool blank_before) {
  if (is_arrow_sign(lexer->lookahead)) {
    lexer->advance(lexer, false);
    return true;
  }
  int32_t first = lexer->lookahead;
  int32_t last = first;
  unsigned dashes = 0;
  for (;;) {
    int32_t sign = lexer->lookahead;
    bool goes_on = is_dash(sign)     ? !is_greater(last) && (!is_equals(first) || is_dash(last))
                   : is_equals(sign) ? !is_greater(last) && !is_dash(first)
                   : is_less(sign)   ? is_less(last)
                                     : is_greater(sign);
    if (!goes_on) break;
    if (is_dash(sign)) dashes++;
    last = sign;
    lexer->advance(lexer, false);
  }
  if (is_less(first) || is_greater(last) || dashes > 1) return true;
  bool blank_behind = is_blank(lexer->lookahead) || is_unseen(lexer->lookahead) || at_line_end(lexer);
  return dashes == 1 && !is_equals(first) && blank_before && blank_behind;
}

static bool at_arrow_like(TSLexer *lexer) {
  int32_t sign = lexer->lookahead;
  return is_dash(sign) || is_less(sign) || is_equals(sign) || is_greater(sign) || is_arrow_sign(sign);
}

// Whether an arrow stands in the rest of the line, outside of strings and comments.
static bool line_holds_arrow(TSLexer *lexer) {
  bool in_string = false, blank_before = false;
  while (!at_line_end(lexer) && (in_string || lexer->lookahead != '#')) {
    if (!in_string && at_arrow_like(lexer)) {
      if (passes_arrow(lexer, blank_before)) return true;
      blank_before = false;
      continue;
    }
    if (in_string && lexer->lookahead == '\\') {
      lexer->advance(lexer, false);
      if (at_line_end(lexer)) break;
    } else if (lexer->lookahead == '"') {
      in_string = !in_string;
    }
    blank_before = is_blank(lexer->lookahead);
    lexer->advance(lexer, false);
  }
  return false;
}

typedef enum { NO_WORD, EXACT, OTHER_CASE, ONE_EDIT } Likeness;

static Likeness likeness(const Word *word, const char *text) {
  return is_exactly(word, text)             ? EXACT
         : is_equal_but_for_case(word, text) ? OTHER_CASE
         : is_one_edit_away(word, text)      ? ONE_EDIT
                                             : NO_WORD;
}

// The rest of a line fits the header that its first word is one edit away from: a title, or nothing yet; behind
// `game` a word too (any: kinds are not listed here).
static bool rest_fits(TSLexer *lexer, Header header) {
  skip_blanks(lexer);
  if (header == GAME && is_word_sign(lexer->lookahead)) {
    while (is_word_sign(lexer->lookahead)) lexer->advance(lexer, false);
    skip_blanks(lexer);
  }
  return at_line_end(lexer) || lexer->lookahead == '#' || (lexer->lookahead == '"' && !line_holds_arrow(lexer));
}

// Reads the first words of a statement line. Where `valid` (if any) has the header's word, that is the token.
static Header read_header(TSLexer *lexer, const bool *valid, bool *is_slip) {
  while (is_unseen(lexer->lookahead) || is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  Word word = read_word(lexer);
  Header header = GAME;
  Likeness like = likeness(&word, "game");
  if (like == NO_WORD) {
    header = ROUND;
    like = is_statement_word(&word) ? NO_WORD : likeness(&word, "round");
  }
  if (like == NO_WORD) return NO_HEADER;
  *is_slip = like != EXACT;
  if (valid && valid[header == GAME ? GAME_WORD : ROUND_WORD]) lexer->mark_end(lexer);

  // `game.x` is a name.
  if (lexer->lookahead == '.') {
    lexer->advance(lexer, false);
    if (is_word_sign(lexer->lookahead)) return NO_HEADER;
    return *is_slip ? NO_HEADER : header;
  }
  if (like == ONE_EDIT) return rest_fits(lexer, header) ? header : NO_HEADER;
  if (like == OTHER_CASE) return line_holds_arrow(lexer) ? NO_HEADER : header;
  bool blank_before = is_blank(lexer->lookahead);
  while (is_blank(lexer->lookahead) || is_unseen(lexer->lookahead)) lexer->advance(lexer, false);
  return at_arrow_like(lexer) && passes_arrow(lexer, blank_before) ? NO_HEADER : header;
}

static bool emit(TSLexer *lexer, enum Token token) {
  lexer->result_symbol = (TSSymbol)token;
  return true;
}

// At the start of a line: does a block end or begin here, and whose are the blank and comment lines ahead?
static bool scan_line_start(TSLexer *lexer, const bool *valid) {
  bool may_end = valid[GAME_END] || valid[ROUND_END];
  lexer->mark_end(lexer);
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);

  bool trivia = false, comments = false;
  while (is_line_end(lexer->lookahead) || lexer->lookahead == '#') {
    // Inside such lines (or outside of every block) it is settled already.
    if (!valid[TRIVIA]) return false;
    trivia = true;
    comments |= lexer->lookahead == '#';
    skip_to_line_end(lexer);
    if (!lexer->eof(lexer)) skip_line_end(lexer);
    skip_blanks(lexer);
  }

  enum Token end = valid[ROUND_END] ? ROUND_END : GAME_END;
  if (lexer->eof(lexer)) {
    // The last comment lines belong to the block before them.
    if (comments) return emit(lexer, TRIVIA);
    return may_end && emit(lexer, end);
  }
  if (!trivia && valid[NUL] && lexer->lookahead == 0) {
    lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    return emit(lexer, NUL);
  }

  bool is_slip = false;
  Header header = read_header(lexer, trivia ? NULL : valid, &is_slip);
  if (header == GAME && may_end) return emit(lexer, end);
  if (header == ROUND && valid[ROUND_END]) return emit(lexer, ROUND_END);
  if (trivia) return emit(lexer, TRIVIA);
  if (header == GAME && valid[GAME_WORD]) return emit(lexer, is_slip ? GAME_SLIP : GAME_WORD);
  if (header == ROUND && valid[ROUND_WORD]) return emit(lexer, is_slip ? ROUND_SLIP : ROUND_WORD);
  return false;
}

bool tree_sitter_sgg_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  // Everything is valid only while the parser recovers from an error, and no text has one.
  if (valid[GAME_WORD] && valid[FILE_END]) return false;
  if (valid[GAME_WORD] || valid[ROUND_WORD] || valid[GAME_END] || valid[ROUND_END] || valid[TRIVIA]) {
    return scan_line_start(lexer, valid);
  }
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  if (lexer->eof(lexer)) return valid[FILE_END] && emit(lexer, FILE_END);
  if (lexer->lookahead != 0 || !valid[NUL]) return false;
  lexer->advance(lexer, false);
  return emit(lexer, NUL);
}
