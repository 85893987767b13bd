// How long to wait before a server that stopped is started again.

const FIRST_MS = 250;
const LONGEST_MS = 60_000;
/** A server that ran for so long is taken to be well. */
const WELL_AFTER_MS = 60_000;

/**
 * Waits twice as long after each failure, a minute at most, and never gives up: what kills a server is often the text
 * of one moment, and the next keystroke mends it.
 */
export class Backoff {
  #failures = 0;
  #startedAtMs = 0;

  constructor(private readonly nowMs: () => number) {}

  /** The server has been started. */
  started(): void {
    this.#startedAtMs = this.nowMs();
  }

  /** The server has stopped by itself: how often in a row, and how long to wait. */
  failed(): { failures: number; delayMs: number } {
    if (this.nowMs() - this.#startedAtMs >= WELL_AFTER_MS) {
      this.#failures = 0;
    }
    const delayMs = Math.min(FIRST_MS * 2 ** Math.min(this.#failures, 30), LONGEST_MS);
    this.#failures += 1;
    return { failures: this.#failures, delayMs };
  }

  /** Somebody asked for a new start. */
  reset(): void {
    this.#failures = 0;
  }
}
