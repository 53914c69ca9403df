import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Lives } from '../../../src/domain/live/lives.ts';
import type { ChangeFeed, ChangeListener, Cluster } from '../../../src/storage/storage.ts';
import { createOwners, createPlace } from '../../storage/place.ts';
import { liveRecord } from '../../support/requests/live-state.ts';

it('[D22], [D42] when an owner makes a decision while a Live is being read, then it holds for that Live too', async (t) => {
  const place = await createPlace('sqlite');
  const storage = await place.open();
  t.after(() => storage.close());
  const { organization: owner } = await createOwners(storage);
  const record = liveRecord(owner);
  assert.equal(await storage.lives.create(record, 1, null), 'created');
  const material = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const loadDependencies = () => {
    asked.resolve();
    return material.promise;
  };
  const lives = new Lives(storage, loadDependencies, { livesPerOwner: 1 }, { record: () => {} });
  const reading = lives.find(record.id);
  await asked.promise;
  await storage.owners.setRestricted(owner, true);
  const refreshed = lives.refreshProfile(owner);
  // Long enough to be notified of it before the Live exists.
  await storage.owners.find(owner);
  material.resolve();
  await Promise.all([reading, refreshed]);
  assert.equal((await lives.find(record.id))?.profile.restricted, true);
});

it('[Events 5] when a notification comes from another node, then it never brings back the earlier design', async (t) => {
  const place = await createPlace('sqlite');
  const storage = await place.open();
  t.after(() => storage.close());
  const { organization: owner } = await createOwners(storage);
  const record = liveRecord(owner);
  assert.equal(await storage.lives.create(record, 1, null), 'created');
  let listener: ChangeListener | undefined;
  const changes: ChangeFeed = {
    connected: true,
    subscribe: (given) => {
      listener = given;
    },
    start: async () => {},
  };
  const cluster = { ...({} as Cluster), changes };
  const lives = new Lives(
    { ...storage, reuseOrRead: (_known, read) => read(), cluster },
    async () => {},
    { livesPerOwner: 1 },
    { record: () => {} },
  );
  lives.subscribeToFeed(assert.fail);
  t.after(() => lives.idle());
  const refreshed = Promise.withResolvers<number | undefined>();
  const following = await lives.follow(record.id, ({ after }) => refreshed.resolve(after?.profile.version));
  await storage.owners.setRestricted(owner, true);
  const read = await lives.find(record.id);
  const { version } = read!.profile;
  assert.ok(version > following!.state!.profile.version, 'followers have not heard of it yet');
  const change = { expectedSequence: record.sequence, next: { ...record, sequence: record.sequence + 1 }, queue: [] };
  assert.equal(await storage.lives.commit({ ...change, journal: null, audit: null }), 'committed');
  listener!.live({ liveId: record.id, sequence: change.next.sequence, change });
  assert.equal(await refreshed.promise, version);
  following!.close();
});
