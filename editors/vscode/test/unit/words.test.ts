import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { forServer } from '../../src/settings';
import { words, type Shown } from '../../src/statusText';

const running: Shown = { health: 'running', file: { state: 'fresh' }, revealed: true };

test('each state has words of its own', () => {
  const text = (shown: Partial<Shown>) => words({ ...running, ...shown }).text;
  assert.equal(text({}), '$(check) sgg');
  assert.equal(text({ file: undefined }), '$(check) sgg');
  assert.equal(text({ file: { state: 'solving' } }), '$(sync~spin) sgg: solving');
  assert.equal(text({ file: { state: 'solving', percentage: 40.7 } }), '$(sync~spin) sgg: solving 40 %');
  assert.equal(text({ file: { state: 'stale' } }), '$(history) sgg: stale');
  assert.equal(text({ file: { state: 'overBudget' } }), '$(warning) sgg: over budget');
  assert.equal(text({ health: 'starting' }), '$(sync~spin) sgg: starting');
  assert.equal(text({ health: 'waiting' }), '$(warning) sgg: restarting');
  assert.equal(text({ health: 'stopped' }), '$(circle-slash) sgg: stopped');
  assert.equal(text({ health: 'missing' }), '$(error) sgg: no server');
  assert.equal(text({ revealed: false }), '$(check) sgg $(eye-closed)');
});

test('the tooltip is whole words, without icons', () => {
  assert.equal(words({ ...running, file: { state: 'solving', percentage: 3 } }).tooltip, 'sgg: solving 3 %.');
  assert.equal(words({ ...running, revealed: false }).tooltip, 'sgg: values are those of the text. Values are hidden.');
});

test('what needs a person stands out', () => {
  const level = (shown: Partial<Shown>) => words({ ...running, ...shown }).level;
  assert.equal(level({ file: { state: 'stale' } }), 'calm');
  assert.equal(level({ file: { state: 'overBudget' } }), 'warning');
  assert.equal(level({ health: 'waiting' }), 'warning');
  assert.equal(level({ health: 'missing' }), 'error');
});

test('the server is not told what is not its business', () => {
  const settings = { reveal: false, server: { path: '/x' }, trace: { server: 'off' }, severity: { cycle: 'off' } };
  assert.deepEqual(forServer(settings), { reveal: false, severity: { cycle: 'off' } });
  assert.equal(forServer(null), null);
  assert.equal(forServer(undefined), undefined);
});
