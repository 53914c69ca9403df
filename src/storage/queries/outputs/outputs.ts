import type { Kysely } from 'kysely';
import { toOutputNotification } from '../../notifications.ts';
import type { Tables } from '../../schema.ts';
import type { Engine, OutputRecord, OutputStore } from '../../storage.ts';
import type { SendNotification } from '../live/lives.ts';
import { lockLive } from '../live/lock-live.ts';
import { lockImages } from '../owners/unlisted-images.ts';
import { assignOutput } from '../pairing/waiting-screens.ts';
import { recordAudit } from '../shared/audit.ts';
import { lockRows } from '../shared/engine-sql.ts';
import { leaseStore } from './leases.ts';
import { outputPresenceQueries } from './output-presence.ts';
import { toOutput, toOutputRow } from './output-rows.ts';
import { recordOutputsSeen, reportStore } from './painted-reports.ts';

type Db = Kysely<Tables>;

export function outputStore(db: Db, engine: Engine, sendNotification: SendNotification): OutputStore {
  const present = outputPresenceQueries(db, engine);
  return {
    create: (output, { owner, quota, screen }, audit) =>
      db.transaction().execute(async (transaction) => {
        const unlisted = await lockImages(transaction, owner, imagesOf(output.settings), engine);
        if (unlisted.length > 0) return { unlisted };
        if (!(await lockLive(transaction, output.liveId, engine))) return 'missing';
        const { count } = await transaction
          .selectFrom('outputs')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('live_id', '=', output.liveId)
          .executeTakeFirstOrThrow();
        if (count >= quota) return 'quota_exceeded';
        if (screen && !(await assignOutput(transaction, output.id, screen))) return 'invalid_pairing_code';
        await transaction.insertInto('outputs').values(toOutputRow(output)).execute();
        await recordAudit(transaction, audit);
        return 'created';
      }),

    ...present,

    async findAll(ids) {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom('outputs').selectAll().where('id', 'in', ids).execute();
      return rows.map(toOutput);
    },

    update: (id, owner, { name, view, settings, hash }, audit) =>
      db.transaction().execute(async (transaction) => {
        const unlisted = await lockImages(transaction, owner, imagesOf(settings ?? {}), engine);
        if (unlisted.length > 0) return { unlisted };
        const row = await transaction
          .selectFrom('outputs')
          .selectAll()
          .where('id', '=', id)
          .modifyEnd(lockRows(engine, 'FOR UPDATE'))
          .executeTakeFirst();
        if (!row) return false;
        const changed = settings && JSON.stringify({ ...toOutput(row).settings, ...settings });
        await transaction
          .updateTable('outputs')
          .set({ id, name, view, settings: changed, hash })
          .where('id', '=', id)
          .execute();
        // A screen that was assigned the output but has not fetched it yet holds the old key.
        if (hash !== undefined) await transaction.deleteFrom('waiting_screens').where('output_id', '=', id).execute();
        await recordAudit(transaction, audit);
        await sendNotification(transaction, toOutputNotification({ outputId: id, news: 'changed' }));
        return true;
      }),

    delete: (id, audit) =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction.deleteFrom('outputs').where('id', '=', id).executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        for (const table of ['output_leases', 'output_reports'] as const) {
          await transaction.deleteFrom(table).where('output_id', '=', id).execute();
        }
        await recordAudit(transaction, audit);
        await sendNotification(transaction, toOutputNotification({ outputId: id, news: 'changed' }));
        return true;
      }),

    signal: (id, signal, audit) =>
      db.transaction().execute(async (transaction) => {
        const found = await transaction.selectFrom('outputs').select('id').where('id', '=', id).executeTakeFirst();
        if (!found) return false;
        await recordAudit(transaction, audit);
        await sendNotification(transaction, toOutputNotification({ outputId: id, news: signal }));
        return true;
      }),

    listCreatedBy: (maker, owner) =>
      db
        .selectFrom('outputs')
        .innerJoin('lives', 'lives.id', 'outputs.live_id')
        .select(['outputs.id', 'outputs.name', 'lives.id as liveId', 'lives.name as liveName'])
        .where('lives.owner_kind', '=', owner.kind)
        .where('lives.owner_id', '=', owner.id)
        .where((where) =>
          'userId' in maker
            ? where('outputs.made_by_user', '=', maker.userId)
            : where('outputs.made_by_credential', '=', maker.credentialId),
        )
        .orderBy('outputs.created_at')
        .orderBy('outputs.id')
        .execute(),

    async deleteStaleLeases() {
      if (engine === 'sqlite') await db.deleteFrom('output_leases').execute();
    },

    ...leaseStore(db, engine, sendNotification, { table: 'outputs', recordSeen: recordOutputsSeen }),
    ...reportStore(db, engine),
  };
}

const imagesOf = ({ background_image, idle_image }: Partial<OutputRecord['settings']>): string[] => [
  ...new Set([background_image, idle_image].filter((digest) => typeof digest === 'string')),
];
