import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { Backoff } from '../../src/backoff';

test('waits twice as long after each failure, a minute at most, for ever', () => {
  const backoff = new Backoff(() => 0);
  const delays = Array.from({ length: 11 }, () => backoff.failed().delayMs);
  assert.deepEqual(delays, [250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  for (let time = 0; time < 10_000; time += 1) backoff.failed();
  assert.deepEqual(backoff.failed(), { failures: 10_012, delayMs: 60_000 });
});

test('a server that was well for a minute begins anew', () => {
  let nowMs = 0;
  const backoff = new Backoff(() => nowMs);
  backoff.failed();
  backoff.failed();
  backoff.started();
  nowMs = 59_999;
  assert.deepEqual(backoff.failed(), { failures: 3, delayMs: 1000 });
  backoff.started();
  nowMs += 60_000;
  assert.deepEqual(backoff.failed(), { failures: 1, delayMs: 250 });
});

test('who restarts by hand begins anew', () => {
  const backoff = new Backoff(() => 0);
  backoff.failed();
  backoff.failed();
  backoff.reset();
  assert.deepEqual(backoff.failed(), { failures: 1, delayMs: 250 });
});
