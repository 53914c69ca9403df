import { isDeepStrictEqual } from 'node:util';
import { EARLIER_MAX_HOURS, EARLIER_MIN_SECONDS, JOURNAL_MAX_ENTRIES } from '../../../contract/limits.ts';
import type { AirTime, AirTimes, LiveRecord, LiveState, OnAir } from '../../../storage/storage.ts';
import { contentKeyOf } from './history.ts';
import { continuesStep, lastExpiredNumber } from './journal.ts';
import type { Transition } from './transitions.ts';

/** Enough of a random id to tell the things of one history apart. */
const KEY_CHARACTERS = 10;
/** Things that stood on air for less than EARLIER_MIN_SECONDS and can stand there again: the latest ones. */
const SHORT_MAX = 20;

/** Something that phones get of the past. */
export interface EarlierThing {
  /** The number of its latest history entry. */
  readonly number: number;
  /** The slides that were shown, by snapshot. Empty for a passage. */
  readonly slides: ReadonlyMap<string, readonly number[]>;
}

/**
 * Returns how long things stood on air after a change. `after` has the journal of the change. What an undo takes back
 * is forgotten, and all of the past is when the Live starts, stops, is cleared or gets other viewers. [D73]
 */
export function airTimesAfter(before: LiveState, after: LiveState, transition: Transition, now: number): AirTimes {
  const known = before.record.airTimes;
  const undone = transition.retraces === 'undo' ? before.record.journal.steps.at(-1) : undefined;
  const { steps } = after.record.journal;
  const toStep = (step: number | null): number | null => {
    if (step === null) return null;
    // Consecutive steps of the focus are one undo step, which can move to another slot.
    if (continuesStep(before, transition) && step === before.record.journal.steps.at(-1)) return steps.at(-1) ?? null;
    return steps.includes(step) ? step : null;
  };
  const isKept = ({ step }: Pick<AirTime, 'step'>) => undone === undefined || step !== undone;
  let past = known.past.filter(isKept).map((part) => ({ ...part, step: toStep(part.step) }));
  let current = known.current && isKept(known.current) ? { ...known.current, step: toStep(known.current.step) } : null;
  const shown = onAirOf(after);
  if (forgetsPast(before, after, transition)) {
    past = [];
    current = null;
  } else if (current && !(shown && isSameStay(current, shown))) {
    const { since, ...ended } = current;
    // A node of an earlier version may have shown something else since.
    if (isOnAir(before, current)) past.push({ ...ended, ms: Math.max(0, now - since), until: now });
    current = null;
  }
  if (shown) current ??= { ...shown, since: now, step: steps.at(-1) ?? null };
  const isStart = before.record.status !== after.record.status && after.record.status === 'running';
  const started = isStart ? before.record.journal.end : known.started;
  const next = {
    current,
    past: limit(merge(past), after.record),
    revision: known.revision,
    ...(started !== undefined && { started }),
  };
  if (isDeepStrictEqual(next, known)) return known;
  const isSame = isDeepStrictEqual(listEarlier(next, now), listEarlier(known, now));
  return isSame ? next : { ...next, revision: after.record.sequence };
}

/** Returns what phones get, newest first: without what is on air. [D73] */
export function listEarlier({ current, past }: AirTimes, now: number): EarlierThing[] {
  const things = Map.groupBy(past, ({ key }) => key);
  return [...things.values()]
    .filter(
      (parts) =>
        parts[0]!.key !== current?.key &&
        parts.reduce((sum, { ms }) => sum + ms, 0) >= EARLIER_MIN_SECONDS * 1000 &&
        Math.max(...parts.map(({ until }) => until)) > now - EARLIER_MAX_HOURS * 60 * 60 * 1000,
    )
    .map((parts) => ({
      number: Math.max(...parts.map(({ number }) => number)),
      slides: toSlides(parts),
    }))
    .toSorted((one, other) => other.number - one.number);
}

/** Returns what the audience sees of the history, or null. A blank slide is nothing. */
function onAirOf(state: LiveState): Pick<OnAir, 'key' | 'number' | 'snapshot' | 'slides'> | null {
  const { showing, slide, journal } = state.record;
  const key = showing ? contentKeyOf(state) : null;
  if (key === null || slide?.blank) return null;
  return {
    key: key.slice(-KEY_CHARACTERS),
    number: journal.end,
    ...(slide && { snapshot: slide.snapshotId, slides: [slide.index] }),
  };
}

const isSameStay = (one: OnAir, other: Pick<OnAir, 'key' | 'number' | 'snapshot' | 'slides'>): boolean =>
  one.key === other.key &&
  one.number === other.number &&
  one.snapshot === other.snapshot &&
  one.slides?.[0] === other.slides?.[0];

const isOnAir = (state: LiveState, current: OnAir): boolean => {
  const shown = onAirOf(state);
  return shown !== null && isSameStay(current, shown);
};

/** Returns whether phones get nothing of what was on air before the change. */
const forgetsPast = (before: LiveState, after: LiveState, { queue, retraces }: Transition): boolean =>
  before.record.status !== after.record.status ||
  before.record.secretHash !== after.record.secretHash ||
  (queue.some(({ type }) => type === 'clear') && !queue.some(({ type }) => type === 'insert')) ||
  // The redo of a clear removes each item.
  (retraces === 'redo' && before.items.length > 0 && after.items.length === 0);

/** Joins the stays of a thing that the same undo takes back. */
function merge(parts: readonly AirTime[]): AirTime[] {
  const merged = new Map<string, AirTime>();
  for (const part of parts) {
    const id = [part.key, part.snapshot, part.step].join(' ');
    const known = merged.get(id);
    merged.set(
      id,
      known
        ? {
            ...part,
            number: Math.max(known.number, part.number),
            ms: known.ms + part.ms,
            until: Math.max(known.until, part.until),
            ...(part.slides && { slides: [...new Set([...known.slides!, ...part.slides])].sort((a, b) => a - b) }),
          }
        : part,
    );
  }
  return [...merged.values()];
}

/** Returns the parts that can still be listed: of things in the history, and of few that stood on air for a moment. */
function limit(parts: readonly AirTime[], record: LiveRecord): AirTime[] {
  const kept = parts.filter(({ number }) => number > lastExpiredNumber(record));
  const isShort = ({ ms, step }: AirTime) => step === null && ms < EARLIER_MIN_SECONDS * 1000;
  const short = new Set(kept.filter(isShort).slice(-SHORT_MAX));
  return kept.filter((part) => !isShort(part) || short.has(part)).slice(-JOURNAL_MAX_ENTRIES);
}

function toSlides(parts: readonly AirTime[]): Map<string, readonly number[]> {
  const slides = new Map<string, readonly number[]>();
  for (const { snapshot, slides: shown = [] } of parts) {
    if (snapshot === undefined) continue;
    slides.set(
      snapshot,
      [...new Set([...(slides.get(snapshot) ?? []), ...shown])].sort((a, b) => a - b),
    );
  }
  return slides;
}
