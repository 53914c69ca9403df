import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, OutputStore } from '../../storage.ts';
import { withoutFsync } from '../shared/without-fsync.ts';

type Db = Kysely<Tables>;

/** What outputs have painted. */
export const reportStore = (db: Db, engine: Engine): Pick<OutputStore, 'report'> => ({
  report: (reports) =>
    withoutFsync(db, engine, (connection) =>
      connection.transaction().execute(async (transaction) => {
        // In one order on all nodes, so that none waits for another in a ring.
        for (const [outputId, report] of [...reports].sort(([one], [other]) => (one < other ? -1 : 1))) {
          await recordOutputsSeen(transaction, [outputId]);
          await transaction
            .updateTable('output_reports')
            .set({
              sequence: report.sequence,
              part: report.part,
              painted_at: report.paintedAt,
              width: report.width,
              height: report.height,
              problem: report.problem,
            })
            .where('output_id', '=', outputId)
            .execute();
        }
      }),
    ),
});

/** Of outputs that are there; they may have been deleted meanwhile. */
export async function recordOutputsSeen(transaction: Db, outputIds: readonly string[]): Promise<void> {
  const seenAt = new Date().toISOString();
  await transaction
    .insertInto('output_reports')
    .columns(['output_id', 'seen_at'])
    .expression((select) =>
      select
        .selectFrom('outputs')
        .select(['id', sql.val(seenAt).as('seen_at')])
        .where('id', 'in', outputIds)
        .orderBy('id'),
    )
    .onConflict((conflict) => conflict.column('output_id').doUpdateSet({ seen_at: seenAt }))
    .execute();
}
