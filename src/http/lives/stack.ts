import type { FastifyInstance } from 'fastify';
import * as schema from '../../contract/schemas/live.ts';
import { newId } from '../../domain/identifiers.ts';
import type { WriteResult } from '../../domain/live/lives.ts';
import { clear, push } from '../../domain/live/transitions.ts';
import { requireEditions, requireVerses, toNewItems, toTextsUsed } from '../../domain/scripture/passage.ts';
import type { Passage } from '../../domain/scripture/passage-numbers.ts';
import { requirePassageNumbers, toPassage } from '../../domain/scripture/passage-numbers.ts';
import { listSkipped, type Skipped } from '../../domain/scripture/skipped-verses.ts';
import { languageOf, requireTyped } from '../../domain/scripture/typed-passages.ts';
import { toRanges } from '../../domain/scripture/verses-within.ts';
import type { EditionRecord, LiveState } from '../../storage/storage.ts';
import type { Answer } from '../answers/answer.ts';
import type { Context } from '../operation/context.ts';
import { addOperation } from '../operation/operation.ts';
import type { Services } from '../services.ts';
import { requireDistinct } from './distinct-translations.ts';

/** Stretches of verses that Lectern-Skipped names; `count` tells of all. */
const SKIPPED_RANGES_MAX = 20;

/** Pushing scripture onto a Live, and clearing it. [Stack operations], [D17], [D50] */
export function addStack(app: FastifyInstance, services: Services): void {
  const { lives, representations } = services;

  addOperation(app, services, 'pushStack', { body: schema.PushStackBody, response: schema.StackResult }, (context) => {
    const { reference } = context.body;
    const translations = reference.translation === undefined ? undefined : [reference.translation];
    return pushPassages(
      services,
      context,
      inNumbers(() => [toPassage(reference)]),
      { translations },
    );
  });

  addOperation(
    app,
    services,
    'pushPassage',
    { body: schema.PushPassageBody, response: schema.StackResult },
    (context) => {
      const { passage, translations, replace } = context.body;
      const read = typeof passage === 'string' ? asTyped(services, passage) : inNumbers(() => toPassages(passage));
      return pushPassages(services, context, read, {
        translations: translations && requireDistinct(translations),
        replace,
      });
    },
  );

  addOperation(app, services, 'clearStack', { response: schema.StackResult }, async ({ live, write }) => {
    let removed = 0;
    const { state } = await lives.write(live.record.id, {
      ...write,
      apply: (present) => {
        removed = present.items.length;
        return clear();
      },
    });
    return { body: representations.toStackResult(state, removed, []), etag: lives.validators.etag(state.record) };
  });
}

/** Judges passages as far as that needs no editions, and gives what reads them by these. */
type BeginReading = () => (from: readonly EditionRecord[]) => readonly Passage[] | Promise<readonly Passage[]>;

const asTyped =
  ({ editions }: Services, text: string): BeginReading =>
  () =>
  async (from) =>
    (await requireTyped(editions, text, languageOf(from))).passages;

function inNumbers(judge: () => readonly Passage[]): BeginReading {
  return () => {
    const passages = judge();
    return () => passages;
  };
}

const toPassages = (numbers: Passage | readonly Passage[]): readonly Passage[] =>
  Array.isArray(numbers)
    ? numbers.map((passage: Passage, index) => requirePassageNumbers(passage, `/passage/${index}`))
    : [requirePassageNumbers(numbers as Passage, '/passage')];

async function pushPassages(
  { lives, editions, representations, config }: Services,
  { live, owner, write }: Pick<Context<unknown, unknown>, 'live' | 'owner' | 'write'>,
  beginReading: BeginReading,
  options: { translations?: readonly string[]; replace?: boolean },
): Promise<Answer> {
  let skipped: readonly Skipped[] = [];
  const result = await lives.write(live.record.id, {
    ...write,
    reader: true,
    running: true,
    // A reference is judged last, with all that needs the state. [D4]
    apply: editions.seenFirst(async (present: LiveState, look) => {
      const read = beginReading();
      const from = await requireEditions(editions, owner, options.translations, present.record.translations, look);
      const found = await requireVerses(editions, from, await read(from));
      skipped = listSkipped(from, found);
      const { replace } = options;
      const pushed = push(present, toNewItems(from, found), { replace, maxItems: config.queueItems, newId });
      return { ...pushed, texts: toTextsUsed(owner, from, found) };
    }),
  });
  const added = addedItems(result);
  return {
    body: representations.toStackResult(result.state, added.length, added),
    etag: lives.validators.etag(result.state.record),
    ...(skipped.length > 0 && { headers: { 'lectern-skipped': skipped.map(toSkippedMember).join(', ') } }),
  };
}

/** One of Lectern-Skipped: the translation, with what it lacks where that is not all: `web`, or `web;count=4;verses="3:17-19 4:1"`. */
function toSkippedMember({ slug, verses }: Skipped): string {
  if (verses === null) return slug;
  const ranges = toRanges(verses).slice(0, SKIPPED_RANGES_MAX);
  return `${slug};count=${verses.length};verses="${ranges.join(' ')}"`;
}

const addedItems = ({ transition }: WriteResult) =>
  transition!.queue.flatMap((change) => (change.type === 'insert' ? change.items : []));
