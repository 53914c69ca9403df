import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkOrStoreKeys,
  findStoredFingerprints,
  matchesStored,
  matchesStoredLasting,
  restoreFingerprints,
  storeFingerprints,
} from '../../../src/domain/key-fingerprints.ts';

/** Facts as a storage holds them. */
function createFacts() {
  const kept = new Map<string, string>();
  return {
    findInstallationValue: async (name: string) => kept.get(name) ?? null,
    setInstallationValue: async (name: string, value: string) => void kept.set(name, value),
  };
}

const OLD = { key: 'one', lasting: 'one' };
const NEW = { key: 'two', lasting: 'one' };
const OTHER = { key: 'three', lasting: 'three' };

test('[D46] when nothing is known yet, then it is learned, and from then on nothing else fits', async () => {
  const facts = createFacts();
  assert.equal(await checkOrStoreKeys(facts, OLD), true);
  assert.equal(await checkOrStoreKeys(facts, OLD), true);
  assert.equal(await checkOrStoreKeys(facts, OTHER), false);
  assert.equal(await checkOrStoreKeys(facts, NEW), false);
  assert.equal(matchesStoredLasting(await findStoredFingerprints(facts), NEW), true);
});

test('[D46] when a rotation ends at any moment, then it leaves keys that fit', async () => {
  const facts = createFacts();
  await checkOrStoreKeys(facts, OLD);
  const before = await findStoredFingerprints(facts);
  await storeFingerprints(facts, NEW, OLD);
  const meanwhile = await findStoredFingerprints(facts);
  assert.deepEqual(
    [OLD, NEW, OTHER].map((checks) => matchesStored(meanwhile, checks)),
    [true, true, false],
  );
  await restoreFingerprints(facts, before);
  assert.deepEqual(await findStoredFingerprints(facts), before);
  await storeFingerprints(facts, NEW);
  const after = await findStoredFingerprints(facts);
  assert.deepEqual(
    [OLD, NEW, OTHER].map((checks) => matchesStored(after, checks)),
    [false, true, false],
  );
});
