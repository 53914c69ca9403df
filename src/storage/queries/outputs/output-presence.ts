import type { Kysely } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, OutputStore, OutputWithPresence, PaintedReport } from '../../storage.ts';
import { countLeases } from './leases.ts';
import { toOutput } from './output-rows.ts';

/** Creates the queries for outputs with their number of connections and their last report. */
export function outputPresenceQueries(db: Kysely<Tables>, engine: Engine): Pick<OutputStore, 'list' | 'find'> {
  const read = async (column: 'live_id' | 'id', value: string): Promise<OutputWithPresence[]> => {
    const rows = await db
      .selectFrom('outputs')
      .leftJoin('output_reports as report', 'report.output_id', 'outputs.id')
      .selectAll('outputs')
      .select(['report.seen_at', 'report.sequence', 'report.part', 'report.painted_at', 'report.width'])
      .select(['report.height', 'report.problem'])
      .select(countLeases(db, engine, 'outputs').as('connections'))
      .where(`outputs.${column}`, '=', value)
      .orderBy('outputs.created_at')
      .orderBy('outputs.id')
      .execute();
    return rows.map((row) => ({
      ...toOutput(row),
      connections: row.connections ?? 0,
      seenAt: row.seen_at,
      report: row.painted_at === null ? null : toReport({ ...row, painted_at: row.painted_at }),
    }));
  };
  return {
    list: (liveId) => read('live_id', liveId),
    find: async (id) => (await read('id', id))[0] ?? null,
  };
}

type ReportRow = Omit<Tables['output_reports'], 'output_id' | 'seen_at' | 'painted_at'> & { painted_at: string };

const toReport = ({ sequence, part, painted_at, width, height, problem }: ReportRow): PaintedReport => ({
  sequence: sequence!,
  part: part!,
  paintedAt: painted_at,
  width: width!,
  height: height!,
  problem: problem as PaintedReport['problem'],
});
