import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Lives } from '../../src/domain/live/lives.ts';
import { createOwners, createPlace } from '../storage/place.ts';
import { liveRecord } from '../support/live-state.ts';

it('[D22], [D42] what an owner decides while a Live is being read holds for that Live too', async (t) => {
  const place = await createPlace('sqlite');
  const storage = await place.open();
  t.after(() => storage.close());
  const { organization: owner } = await createOwners(storage);
  const record = liveRecord(owner);
  assert.equal(await storage.lives.create(record, 1, null), 'created');
  const material = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const loadMaterial = () => {
    asked.resolve();
    return material.promise;
  };
  const lives = new Lives(storage, loadMaterial, { livesPerOwner: 1 });
  const reading = lives.find(record.id);
  await asked.promise;
  await storage.owners.setRestricted(owner, true);
  const told = lives.refreshProfile(owner);
  // Long enough to be told of it before the Live is there.
  await storage.owners.find(owner);
  material.resolve();
  await Promise.all([reading, told]);
  assert.equal((await lives.find(record.id))?.profile.restricted, true);
});
