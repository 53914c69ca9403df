import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { ViewerState } from '../../src/contract/viewer.ts';
import { importEdition } from '../../src/editions/import-edition.ts';
import { applyChange } from '../../web/shared/viewer-state.ts';
import { createOrganization, ENGINES, type Engine, smallEdition, startTestLectern, type TestLectern } from '../support/lectern.ts';
import { createOperator, type Operator } from '../support/operator.ts';
import { type AudienceStream, openStream } from '../support/stream.ts';

const NAME = 'Operators call it this';
/** Verse text of editions `one` and `two`; `long` has whole chapters that make large changes. */
const LONG_TEXT = 'and it came to pass '.repeat(100);
const LONG_VERSES = 200;
const BOOK_VERSES = 1_000;
/** More than the kernel holds for a connection that is not read. */
const UNREAD_BYTES = 24 * 1024 * 1024;
/** What the server itself may hold for one viewer. */
const HELD_MAX_BYTES = 3 * 1024 * 1024;
const EXPECTED_MAX_MS = 10_000;

const verses = (count: number, text: (verse: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, text(index + 1)]));

const EDITIONS = [
  smallEdition('one', { 43: { 3: verses(20, (verse) => `One ${verse}.`) } }),
  smallEdition('two', { 43: { 3: verses(20, (verse) => `Two ${verse}.`) } }, { name: 'Zweite', language: 'de' }),
  smallEdition('long', {
    19: { 119: verses(LONG_VERSES, () => LONG_TEXT) },
    1: { 1: verses(BOOK_VERSES, (verse) => `Verse ${verse}.`) },
  }),
];

async function startFurnished(engine: Engine, settings: Record<string, string> = {}): Promise<TestLectern> {
  const lectern = await startTestLectern(engine, settings);
  for (const edition of EDITIONS) await importEdition(lectern.installation.editions, edition);
  return lectern;
}

/** A Live of an organization of its own, with editions `one` and `two` configured. */
async function createLive(lectern: TestLectern): Promise<Operator> {
  const { token, livesPath, id } = await createOrganization(lectern);
  for (const { slug } of EDITIONS) {
    await lectern.installation.administration.enableEdition({ owner: { kind: 'organization', id }, slug });
  }
  const response = await fetch(`${lectern.url}${livesPath}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: NAME }),
  });
  const live = (await response.json()) as { id: string };
  const operator = createOperator(lectern.url, { token, liveId: live.id });
  await operator.write('PATCH', '/settings', { translations: ['one', 'two'] });
  return operator;
}
