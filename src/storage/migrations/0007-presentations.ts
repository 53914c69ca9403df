import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates decks, their published snapshots, and the images of their slides. [D26] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { plain, text, bytes } = columnTypes(engine);
  const statements = [
    `CREATE TABLE decks (id ${text} PRIMARY KEY, organization_id ${text} NOT NULL, title TEXT NOT NULL, revision INTEGER NOT NULL,
       published INTEGER NOT NULL, slides TEXT NOT NULL, created_at ${text} NOT NULL) ${plain}`,
    'CREATE INDEX decks_by_organization ON decks (organization_id, created_at, id)',
    `CREATE TABLE snapshots (id ${text} PRIMARY KEY, organization_id ${text} NOT NULL, deck_id ${text} NOT NULL, revision INTEGER NOT NULL,
       title TEXT NOT NULL, slides TEXT NOT NULL, created_at TEXT NOT NULL, UNIQUE (deck_id, revision)) ${plain}`,
    'CREATE INDEX snapshots_by_organization ON snapshots (organization_id)',
    // The content is the last column, so that reading the others does not touch its pages.
    `CREATE TABLE images (organization_id ${text} NOT NULL, digest ${text} NOT NULL, media_type TEXT NOT NULL, width INTEGER NOT NULL,
       height INTEGER NOT NULL, bytes INTEGER NOT NULL, listed INTEGER NOT NULL, kept INTEGER NOT NULL, created_at ${text} NOT NULL,
       content ${bytes} NOT NULL, PRIMARY KEY (digest, organization_id)) ${plain}`,
    'CREATE INDEX images_by_organization ON images (organization_id, created_at, digest)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
