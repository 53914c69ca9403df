import type { Selectable } from 'kysely';
import { LATER_OUTPUT_SETTINGS } from '../../../contract/output-settings.ts';
import type { Tables } from '../../schema.ts';
import type { OutputRecord } from '../../storage.ts';

export const toOutputRow = (output: OutputRecord): Tables['outputs'] => ({
  id: output.id,
  live_id: output.liveId,
  name: output.name,
  view: output.view,
  settings: JSON.stringify(output.settings),
  hash: output.hash,
  made_by_user: output.madeByUser,
  made_by_credential: output.madeByCredential,
  created_at: output.createdAt,
});

export const toOutput = (row: Selectable<Tables['outputs']>): OutputRecord => ({
  id: row.id,
  liveId: row.live_id,
  name: row.name,
  view: row.view as OutputRecord['view'],
  settings: { ...LATER_OUTPUT_SETTINGS, ...JSON.parse(row.settings) },
  hash: row.hash,
  madeByUser: row.made_by_user,
  madeByCredential: row.made_by_credential,
  createdAt: row.created_at,
});
