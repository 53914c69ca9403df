import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, OutputStore } from '../../storage.ts';
import { withoutFsync } from '../shared/without-fsync.ts';

type Db = Kysely<Tables>;

/** Creates the queries for reports of painted content. */
export const reportStore = (db: Db, engine: Engine): Pick<OutputStore, 'report'> => ({
  report: (reports) =>
    withoutFsync(db, engine, (connection) =>
      connection.transaction().execute(async (transaction) => {
        // All nodes use the same order, so that they never deadlock.
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

/** Records that outputs are connected. Ignores outputs that were deleted in the meantime. */
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
