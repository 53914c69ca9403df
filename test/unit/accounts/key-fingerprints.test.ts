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
function createValues() {
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
  const values = createValues();
  assert.equal(await checkOrStoreKeys(values, OLD), true);
  assert.equal(await checkOrStoreKeys(values, OLD), true);
  assert.equal(await checkOrStoreKeys(values, OTHER), false);
  assert.equal(await checkOrStoreKeys(values, NEW), false);
  assert.equal(matchesStoredLasting(await findStoredFingerprints(values), NEW), true);
});

test('[D46] when a rotation ends at any moment, then it leaves keys that fit', async () => {
  const values = createValues();
  await checkOrStoreKeys(values, OLD);
  const before = await findStoredFingerprints(values);
  await storeFingerprints(values, NEW, OLD);
  const meanwhile = await findStoredFingerprints(values);
  assert.deepEqual(
    [OLD, NEW, OTHER].map((checks) => matchesStored(meanwhile, checks)),
    [true, true, false],
  );
  await restoreFingerprints(values, before);
  assert.deepEqual(await findStoredFingerprints(values), before);
  await storeFingerprints(values, NEW);
  const after = await findStoredFingerprints(values);
  assert.deepEqual(
    [OLD, NEW, OTHER].map((checks) => matchesStored(after, checks)),
    [false, true, false],
  );
});
