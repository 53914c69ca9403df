import { type Actor, toCommandActor } from '../../../src/domain/audit/audit.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import {
  EMPTY_BACKSTAGE,
  type LiveRecord,
  type LiveState,
  NEW_LIVE,
  type Owner,
  type OwnerProfile,
} from '../../../src/storage/storage.ts';

export const TEST_ACTOR: Actor = toCommandActor('test');

/** The profile of an owner with all defaults. */
const PLAIN_PROFILE: OwnerProfile = {
  version: 0,
  name: null,
  restricted: false,
  design: null,
  looks: null,
  designRevision: 0,
  logo: null,
  ccliLicence: null,
};

/** A new Live. */
export const liveRecord = (owner: Owner, more: Partial<LiveRecord> = {}): LiveRecord => ({
  ...NEW_LIVE,
  id: newId(),
  owner,
  name: 'Live',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});

/** Without a queue. */
export const emptyState = (record: LiveRecord, profile = PLAIN_PROFILE): LiveState => ({
  record,
  items: [],
  profile,
  backstage: EMPTY_BACKSTAGE,
});
