import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Engine } from '../storage.ts';
import * as initial from './0001-initial.ts';
import * as cluster from './0002-cluster.ts';
import * as search from './0003-search.ts';
import * as longSequences from './0004-long-sequences.ts';
import * as profilesAndJournal from './0005-profiles-and-journal.ts';
import * as credentials from './0006-credentials.ts';
import * as presentations from './0007-presentations.ts';
import * as receipts from './0008-receipts.ts';
import * as viewers from './0009-viewers.ts';
import * as people from './0010-people.ts';
import * as oauth from './0011-oauth.ts';
import * as verseEnds from './0012-verse-ends.ts';
import * as stems from './0013-stems.ts';
import * as queueAsItComes from './0014-queue-as-it-comes.ts';
import * as replacedSecrets from './0015-replaced-secrets.ts';
import * as membersByUser from './0016-members-by-user.ts';
import * as approvalsOfSessions from './0017-approvals-of-sessions.ts';
import * as loginsOfOrganizations from './0018-logins-of-organizations.ts';
import * as outdatedSearchIndexes from './0019-outdated-search-indexes.ts';
import * as auditNames from './0020-audit-names.ts';
import * as lines from './0021-lines.ts';
import * as outputs from './0022-outputs.ts';
import * as pairing from './0023-pairing.ts';
import * as stage from './0024-stage.ts';
import * as operators from './0025-operators.ts';
import * as queueRevision from './0026-queue-revision.ts';
import * as remembered from './0027-remembered.ts';
import * as history from './0028-history.ts';
import * as consoleCredentials from './0029-console-credentials.ts';
import * as remoteLinks from './0030-remote-links.ts';
import * as plans from './0031-plans.ts';
import * as songs from './0032-songs.ts';
import * as administrators from './0033-administrators.ts';
import * as editionUploads from './0034-edition-uploads.ts';
import * as deckChanges from './0035-deck-changes.ts';
import * as backups from './0036-backups.ts';
import * as planContents from './0037-plan-contents.ts';
import * as historyEntries from './0038-history-entries.ts';
import * as germanStems from './0039-german-stems.ts';
import * as planTimes from './0040-plan-times.ts';
import * as looks from './0041-looks.ts';
import * as auditOnAir from './0042-audit-on-air.ts';
import * as bookNames from './0043-book-names.ts';
import * as phones from './0044-phones.ts';
import * as buttonLinks from './0045-button-links.ts';
import * as songTexts from './0046-song-texts.ts';
import * as imports from './0047-imports.ts';
import * as usage from './0048-usage.ts';
import { hasTable } from './has-table.ts';

/**
 * All migrations, in order, by the names that databases record. A released migration never changes; append new ones.
 */
const MIGRATIONS = {
  '0001-initial': initial,
  '0002-cluster': cluster,
  '0003-search': search,
  '0004-long-sequences': longSequences,
  '0005-profiles-and-journal': profilesAndJournal,
  '0006-credentials': credentials,
  '0007-presentations': presentations,
  '0008-receipts': receipts,
  '0009-viewers': viewers,
  '0010-people': people,
  '0011-oauth': oauth,
  '0012-verse-ends': verseEnds,
  '0013-stems': stems,
  '0014-queue-as-it-comes': queueAsItComes,
  '0015-replaced-secrets': replacedSecrets,
  '0016-members-by-user': membersByUser,
  '0017-approvals-of-sessions': approvalsOfSessions,
  '0018-logins-of-organizations': loginsOfOrganizations,
  '0019-outdated-search-indexes': outdatedSearchIndexes,
  '0020-audit-names': auditNames,
  '0021-lines': lines,
  '0022-outputs': outputs,
  '0023-pairing': pairing,
  '0024-stage': stage,
  '0025-operators': operators,
  // Its file has another number, but databases have recorded this name.
  '0025-queue-revision': queueRevision,
  '0027-remembered': remembered,
  '0028-history': history,
  '0029-console-credentials': consoleCredentials,
  '0030-remote-links': remoteLinks,
  '0031-plans': plans,
  '0032-songs': songs,
  '0033-administrators': administrators,
  '0034-edition-uploads': editionUploads,
  '0035-deck-changes': deckChanges,
  '0036-backups': backups,
  '0037-plan-contents': planContents,
  '0038-history-entries': historyEntries,
  '0039-german-stems': germanStems,
  '0040-plan-times': planTimes,
  '0041-looks': looks,
  '0042-audit-on-air': auditOnAir,
  '0043-book-names': bookNames,
  '0044-phones': phones,
  '0045-button-links': buttonLinks,
  '0046-song-texts': songTexts,
  '0047-imports': imports,
  '0048-usage': usage,
};

/** Names of the migrations that this version knows, in order. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS);

/**
 * Thrown when a newer version of Lectern wrote the database: continuing could lose data that this version does not
 * know.
 */
export class SchemaTooNewError extends Error {}

/**
 * Throws SchemaTooNewError if there are migrations that this version does not know. `what` names their source in the
 * message.
 */
export function refuseUnknownMigrations(names: readonly string[], what: string): void {
  const unknown = names.filter((name) => !(name in MIGRATIONS));
  if (unknown.length === 0) return;
  throw new SchemaTooNewError(
    `${what} was written by a newer version of Lectern (it has "${unknown.join('", "')}", which this version does not know). ` +
      'Nothing was changed. Start the newer version, or restore a backup that this version made.',
  );
}

/**
 * Migrates the schema to the latest version, or to the migration `to`, under a lock. Throws SchemaTooNewError before
 * any change.
 */
export async function migrate(db: Kysely<unknown>, engine: Engine, to?: string): Promise<void> {
  refuseUnknownMigrations(await executedMigrations(db, engine), 'The database');
  const migrations = Object.entries(MIGRATIONS).map(([name, { up }]) => [
    name,
    { up: (transaction: Kysely<unknown>) => up(transaction, engine) },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(migrations) } });
  const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
  if (error) throw error;
}

/** Returns the names of the migrations of a database, in order. */
async function executedMigrations(db: Kysely<unknown>, engine: Engine): Promise<string[]> {
  if (!(await hasTable(db, engine, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return rows.map((row) => row.name);
}
