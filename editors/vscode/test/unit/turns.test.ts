import { strict as assert } from 'node:assert';
import { mock, test } from 'node:test';
import { Turns } from '../../src/turns';

interface Token {
  cancelled: boolean;
  disposed: boolean;
}

/** Turns whose ends are said from outside, in the order in which they began. */
function observed() {
  const begun: { key: string; token: Token; end: (done: boolean) => void }[] = [];
  const turns = new Turns<Token>(
    () => {
      const token = { cancelled: false, disposed: false };
      return {
        token,
        cancel: () => {
          token.cancelled = true;
        },
        dispose: () => {
          token.disposed = true;
        },
      };
    },
    (key, token) =>
      new Promise((resolve) => {
        begun.push({ key, token, end: resolve });
      }),
  );
  return { turns, begun };
}

/** What awaits a promise has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test.beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
});
test.afterEach(() => {
  mock.timers.reset();
});

test('what is wanted again and again is done once, after the pause', () => {
  const { turns, begun } = observed();
  turns.soon('a', 100);
  mock.timers.tick(99);
  turns.soon('a', 100);
  turns.soon('b', 50);
  mock.timers.tick(99);
  assert.deepEqual(begun.map(({ key }) => key), ['b']);
  mock.timers.tick(1);
  assert.deepEqual(begun.map(({ key }) => key), ['b', 'a']);
});

test('a later turn cancels the one under way, of the same thing alone', async () => {
  const { turns, begun } = observed();
  void turns.now('a');
  void turns.now('b');
  turns.soon('a', 100);
  assert.deepEqual(begun.map(({ token }) => token), [
    { cancelled: true, disposed: true },
    { cancelled: false, disposed: false },
  ]);
  // It comes to nothing, and is not tried again: the later one is.
  begun[0]?.end(false);
  await settled();
  mock.timers.tick(100);
  mock.timers.tick(100_000);
  assert.deepEqual(begun.map(({ key }) => key), ['a', 'b', 'a']);
});

test('what is done is not done again, and its token is given back', async () => {
  const { turns, begun } = observed();
  const first = turns.now('a');
  begun[0]?.end(true);
  await first;
  mock.timers.tick(100_000);
  assert.deepEqual(begun.map(({ token }) => token), [{ cancelled: false, disposed: true }]);
});

test('what comes to nothing is tried again, less and less often, and then steadily', async () => {
  const { turns, begun } = observed();
  void turns.now('a');
  const triedAtMs = [0];
  for (let ms = 0; ms < 39_750; ms += 250) {
    begun.at(-1)?.end(false);
    await settled();
    mock.timers.tick(250);
    if (begun.length > triedAtMs.length) {
      triedAtMs.push(ms + 250);
    }
  }
  assert.deepEqual(triedAtMs, [0, 250, 750, 1750, 3750, 7750, 15_750, 23_750, 31_750, 39_750]);
  begun.at(-1)?.end(true);
  await settled();
  mock.timers.tick(100_000);
  assert.equal(begun.length, triedAtMs.length);
  assert.ok(begun.every(({ token }) => token.disposed));
});

test('at the end nothing waits and nothing is under way', () => {
  const { turns, begun } = observed();
  void turns.now('a');
  turns.soon('b', 100);
  turns.dispose();
  mock.timers.tick(100_000);
  assert.deepEqual(begun.map(({ key, token }) => [key, token.cancelled]), [['a', true]]);
});
