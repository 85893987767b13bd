"""A terminal's screen as a picture: `tmux capture-pane -e -p | python3 picture.py >screen.svg`. Standard library only."""

import re
import sys
import unicodedata
from html import escape

FOREGROUND, BACKGROUND = "#e0e2ea", "#14161b"  # of Neovim's default colours
WIDTH, HEIGHT, MARGIN = 8.4, 19, 14  # of a cell and around the screen, in pixels
BASE = ["#14161b", "#ffc0b9", "#b3f6c0", "#fce094", "#a6dbff", "#ffcaff", "#8cf8f7", "#eef1f8"]
BRIGHT = ["#4f5258", *BASE[1:]]


def indexed(number):
    if number < 16:
        return (BASE + BRIGHT)[number]
    if number < 232:
        levels = [0, 95, 135, 175, 215, 255]
        number -= 16
        return "#%02x%02x%02x" % (levels[number // 36], levels[number // 6 % 6], levels[number % 6])
    return "#%02x%02x%02x" % ((8 + (number - 232) * 10,) * 3)


def apply(style, codes):
    """What one escape sequence makes of the style before it."""
    style = dict(style)
    codes = iter(codes)
    for code in codes:
        if code == 0:
            style = {}
        elif code in (1, 2, 3, 4, 7):
            style[{1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse"}[code]] = True
        elif code in (38, 48):
            where = "fg" if code == 38 else "bg"
            if next(codes) == 5:
                style[where] = indexed(next(codes))
            else:
                style[where] = "#%02x%02x%02x" % (next(codes), next(codes), next(codes))
        elif 30 <= code <= 37:
            style["fg"] = BASE[code - 30]
        elif 40 <= code <= 47:
            style["bg"] = BASE[code - 40]
        elif 90 <= code <= 97:
            style["fg"] = BRIGHT[code - 90]
        elif 100 <= code <= 107:
            style["bg"] = BRIGHT[code - 100]
        elif code in (39, 49):
            style.pop("fg" if code == 39 else "bg", None)
        elif code in (22, 23, 24, 27):
            for name in {22: ("bold", "dim"), 23: ("italic",), 24: ("underline",), 27: ("reverse",)}[code]:
                style.pop(name, None)
    return style


def cells(text):
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 0 if unicodedata.combining(sign) else 1 for sign in text)


def runs(line, style):
    """The line's pieces of one style: (column, text, style); and the style at its end."""
    found, column = [], 0
    for piece in re.split(r"(\x1b\[[0-9;:]*m)", line):
        if piece.startswith("\x1b["):
            # `4:3` is a curly underline: an underline here.
            numbers = [int(number.split(":")[0] or 0) for number in piece[2:-1].split(";")]
            style = apply(style, numbers)
        elif piece := re.sub(r"\x1b(\[[^@-~]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|.)|[\x0e\x0f]", "", piece):
            found.append((column, piece, style))
            column += cells(piece)
    return found, style


def main():
    lines = sys.stdin.read().rstrip("\n").split("\n")
    body, widest, style = [], 0, {}
    for row, line in enumerate(lines):
        pieces, style = runs(line, style)
        for column, text, look in pieces:
            count = cells(text)
            widest = max(widest, column + count)
            fg, bg = look.get("fg", FOREGROUND), look.get("bg")
            if look.get("reverse"):
                fg, bg = bg or BACKGROUND, look.get("fg", FOREGROUND)
            x, y = MARGIN + column * WIDTH, MARGIN + row * HEIGHT
            if bg and bg != BACKGROUND:
                body.append(f'<rect x="{x:.1f}" y="{y}" width="{count * WIDTH:.1f}" height="{HEIGHT}" fill="{bg}"/>')
            if not text.strip():
                continue
            more = ' font-weight="bold"' if look.get("bold") else ""
            more += ' font-style="italic"' if look.get("italic") else ""
            more += ' text-decoration="underline"' if look.get("underline") else ""
            more += ' opacity="0.7"' if look.get("dim") else ""
            body.append(
                f'<text x="{x:.1f}" y="{y + HEIGHT - 5}" fill="{fg}" textLength="{count * WIDTH:.1f}"'
                f' lengthAdjust="spacingAndGlyphs" xml:space="preserve"{more}>{escape(text)}</text>'
            )
    width, height = widest * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + 2 * MARGIN
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}"'
        f' viewBox="0 0 {width:.0f} {height}" font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace"'
        f' font-size="14">'
    )
    print(f'<rect width="100%" height="100%" rx="6" fill="{BACKGROUND}"/>')
    print("\n".join(body))
    print("</svg>")


main()
