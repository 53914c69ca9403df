import type { FastifyInstance } from 'fastify';
import * as schema from '../../contract/schemas/live.ts';
import { afterwards } from '../../domain/afterwards.ts';
import { newId } from '../../domain/identifiers.ts';
import type { WriteResult } from '../../domain/live/lives.ts';
import { clear, push } from '../../domain/live/transitions.ts';
import {
  languageOf,
  listSkipped,
  requireEditions,
  requirePassage,
  requirePassageNumbers,
  requireVerses,
  type Skipped,
  toNewItems,
  toPassage,
  toTextsUsed,
} from '../../domain/scripture/passage.ts';
import type { Passage } from '../../domain/scripture/reference.ts';
import { toRanges } from '../../domain/scripture/verses-within.ts';
import type { EditionRecord, LiveState } from '../../storage/storage.ts';
import type { Answer } from '../answer.ts';
import type { Context } from '../context.ts';
import { addOperation } from '../operation.ts';
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
    return pushPassage(
      services,
      context,
      inNumbers(() => toPassage(reference)),
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
      const read = typeof passage === 'string' ? asTyped(passage) : inNumbers(() => requirePassageNumbers(passage));
      return pushPassage(services, context, read, {
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

/** Judges a passage as far as that needs no editions, and gives what reads it by them. */
type BeginReading = () => (from: readonly EditionRecord[]) => Passage;

const asTyped =
  (text: string): BeginReading =>
  () =>
  (from) =>
    requirePassage(text, languageOf(from));

function inNumbers(judge: () => Passage): BeginReading {
  return () => {
    const passage = judge();
    return () => passage;
  };
}

async function pushPassage(
  { lives, editions, representations, storage, config }: Services,
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
    apply: editions.seenFirst((present: LiveState, look) => {
      const configured = present.record.translations;
      const read = beginReading();
      return afterwards(requireEditions(editions, owner, options.translations, configured, look), (from) =>
        afterwards(requireVerses(editions, from, read(from)), (found) => {
          skipped = listSkipped(from, found);
          const { replace } = options;
          const pushed = push(present, toNewItems(found), { replace, maxItems: config.queueItems, newId });
          return storage.soleWriter ? pushed : { ...pushed, texts: toTextsUsed(owner, from, found) };
        }),
      );
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
