import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  findKnownKeys,
  fit,
  fitLasting,
  keepKeyChecks,
  learnKeys,
  putBackKnownKeys,
} from '../../src/domain/key-checks.ts';

/** Facts as a storage keeps them. */
function createFacts() {
  const kept = new Map<string, string>();
  return {
    findFact: async (name: string) => kept.get(name) ?? null,
    setFact: async (name: string, value: string) => void kept.set(name, value),
  };
}

const OLD = { key: 'one', lasting: 'one' };
const NEW = { key: 'two', lasting: 'one' };
const OTHER = { key: 'three', lasting: 'three' };

test('[D46] when nothing is known yet, then it is learned, and from then on nothing else fits', async () => {
  const facts = createFacts();
  assert.equal(await learnKeys(facts, OLD), true);
  assert.equal(await learnKeys(facts, OLD), true);
  assert.equal(await learnKeys(facts, OTHER), false);
  assert.equal(await learnKeys(facts, NEW), false);
  assert.equal(fitLasting(await findKnownKeys(facts), NEW), true);
});

test('[D46] when a rotation ends at any moment, then it leaves keys that fit', async () => {
  const facts = createFacts();
  await learnKeys(facts, OLD);
  const before = await findKnownKeys(facts);
  await keepKeyChecks(facts, NEW, OLD);
  const meanwhile = await findKnownKeys(facts);
  assert.deepEqual(
    [OLD, NEW, OTHER].map((checks) => fit(meanwhile, checks)),
    [true, true, false],
  );
  await putBackKnownKeys(facts, before);
  assert.deepEqual(await findKnownKeys(facts), before);
  await keepKeyChecks(facts, NEW);
  const after = await findKnownKeys(facts);
  assert.deepEqual(
    [OLD, NEW, OTHER].map((checks) => fit(after, checks)),
    [false, true, false],
  );
});
