// What is done again and again for each of several things: a later turn takes the place of an earlier one, and a turn
// that came to nothing is tried again.

/** A turn that came to nothing is tried again after this time, then after twice as long, and so on … */
const AGAIN_MS = 250;
/** … up to this time, and then at this pace: whatever is in the way may stay there long. */
const LONGEST_MS = 8000;

interface Source<Token> {
  readonly token: Token;
  cancel(): void;
  dispose(): void;
}

interface Turn<Token> {
  timer?: NodeJS.Timeout;
  source?: Source<Token>;
}

export class Turns<Token> {
  readonly #turns = new Map<string, Turn<Token>>();

  /** `work` does it for one thing, and says whether it is done. */
  constructor(
    private readonly newSource: () => Source<Token>,
    private readonly work: (key: string, token: Token) => Promise<boolean>,
  ) {}

  /** Done after a pause; the turn before gives way at once. */
  soon(key: string, pauseMs: number): void {
    this.#later(key, this.#begin(key), pauseMs, AGAIN_MS);
  }

  /** Done at once: ends with its first trial. */
  now(key: string): Promise<void> {
    return this.#do(key, this.#begin(key), AGAIN_MS);
  }

  dispose(): void {
    for (const key of [...this.#turns.keys()]) {
      this.#end(key);
    }
  }

  #begin(key: string): Turn<Token> {
    this.#end(key);
    const turn: Turn<Token> = {};
    this.#turns.set(key, turn);
    return turn;
  }

  #end(key: string): void {
    const turn = this.#turns.get(key);
    this.#turns.delete(key);
    clearTimeout(turn?.timer);
    turn?.source?.cancel();
    turn?.source?.dispose();
  }

  #later(key: string, turn: Turn<Token>, pauseMs: number, againMs: number): void {
    turn.timer = setTimeout(() => void this.#do(key, turn, againMs), pauseMs);
  }

  async #do(key: string, turn: Turn<Token>, againMs: number): Promise<void> {
    const source = this.newSource();
    turn.source = source;
    const done = await this.work(key, source.token).catch(() => false);
    if (this.#turns.get(key) !== turn) {
      return;
    }
    source.dispose();
    delete turn.source;
    if (done) {
      this.#turns.delete(key);
    } else {
      this.#later(key, turn, againMs, Math.min(2 * againMs, LONGEST_MS));
    }
  }
}
