import type { LecternClient, LiveNow } from '../../../clients/typescript/src/index.ts';
import { COUNTDOWN_MOVE_MAX_SECONDS } from '../../../src/contract/limits.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { LiveAction } from './live-action.ts';

const LIVE = '/v1/lives/{live_id}';

/** Passage in numbers, as the API accepts it. */
export interface PassageInput {
  readonly book_id: number;
  readonly chapter: number;
  readonly verse?: number;
  readonly end_chapter?: number;
  readonly end_verse?: number;
}

type Unit = 'page' | 'line' | 'chapter' | 'slide';

/** Creates the actions of a Live, labeled in the person's language. */
export function createLiveActions(strings: ConsoleStrings['acts']) {
  const step = (by: number, unit?: Unit): LiveAction => ({
    label: (by > 0 ? strings.next : strings.previous)[unit ?? 'page'],
    isVisible: true,
    shows: true,
    merge: { key: `step ${unit ?? 'page'} ${Math.sign(by)}`, by, create: (sum) => step(sum, unit) },
    async send({ client, params }) {
      const body = { by, beyond: true, ...(unit && { unit }) };
      const { data, response } = await client.POST(`${LIVE}/step`, { params, body });
      return { now: data, response };
    },
  });

  const moveCountdown = (seconds: number): LiveAction => ({
    label: strings.countdown,
    isVisible: true,
    merge: { key: 'countdown', by: seconds, create: (sum) => moveCountdown(clamp(sum)) },
    async send({ client, params: { path } }) {
      const { data, response } = await client.POST(`${LIVE}/countdown`, {
        params: { path },
        body: { by_seconds: seconds },
      });
      return { now: data, response };
    },
  });

  return {
    /** Shows passages: appended to the queue, or in presentation mode as an interruption. */
    show: (reference: string, passages: readonly PassageInput[], now: LiveNow, translations?: string[]): LiveAction => {
      const body = { passage: [...passages], ...(translations && { translations }) };
      const show = createShow(strings.show(reference), async ({ client, params }) => {
        if (now.mode === 'presentation') {
          const { data, response } = await client.POST(`${LIVE}/interrupt`, { params, body });
          return { now: data, response };
        }
        return client.POST(`${LIVE}/passages`, { params, body });
      });
      return { ...show, dedupeKey: `show ${JSON.stringify(body)}` };
    },
    /** Adds passages to the queue without changing what is shown. */
    queue: (reference: string, passages: readonly PassageInput[], translations?: string[]): LiveAction => {
      const body = { passage: [...passages], focus: false, ...(translations && { translations }) };
      const queue = createAction(strings.queue(reference), false, async ({ client, params }) =>
        client.POST(`${LIVE}/passages`, { params, body }),
      );
      return { ...queue, dedupeKey: `queue ${JSON.stringify(body)}` };
    },
    step,
    /** Moves the countdowns of the slide and of the stage. [D76] */
    moveCountdown,
    extend: (by: 1 | -1) =>
      createAction(by > 0 ? strings.more : strings.less, true, async ({ client, params }) => {
        const { data, response } = await client.POST(`${LIVE}/extend`, { params, body: { by } });
        return { now: data, response };
      }),
    pause: (paused: boolean) =>
      createAction(paused ? strings.hide : strings.reveal, true, async ({ client, params }) => {
        return client.PATCH(`${LIVE}/playback`, { params, body: { paused } });
      }),
    /** Returns to what was shown before the interruption. */
    return: (): LiveAction => ({
      ...createAction(strings.back, true, async ({ client, params }) => {
        const { data, response } = await client.POST(`${LIVE}/return`, { params, body: {} });
        return { now: data, response };
      }),
      shows: true,
    }),
    /** Shows a history entry again. */
    recall: (entryId: string, reference = strings.back) =>
      createShow(strings.show(reference), async ({ client, params }) => {
        const { data, response } = await client.POST(`${LIVE}/recall`, { params, body: { entry_id: entryId } });
        return { now: data, response };
      }),
    undo: (): LiveAction => ({
      ...createAction(strings.undo, true, async ({ client, params }) =>
        client.POST(`${LIVE}/undo`, { params, body: {} }),
      ),
      takes: 'undo',
    }),
    redo: () =>
      createAction(strings.redo, true, async ({ client, params }) => client.POST(`${LIVE}/redo`, { params, body: {} })),
    clear: () =>
      createAction(strings.clear, true, async ({ client, params }) => client.DELETE(`${LIVE}/stack`, { params })),
    focus: (itemId: string, reference: string, position: { lines?: number; part?: number } = {}) =>
      createShow(strings.show(reference), async ({ client, params }) =>
        client.PATCH(`${LIVE}/focus`, { params, body: { item_id: itemId, ...position } }),
      ),
    /**
     * Sets the translations of the Live, read when this is sent, and applies them to the page on air. With `keys`,
     * keeps this order of the keys before.
     */
    translations: (name: string, read: () => string[], keys: readonly string[] | null) =>
      createAction(strings.translation(name), true, async ({ client, params: { path, header } }) => {
        const kept = keys && (await keepOrder(client, { path, header }, keys));
        const params = { path, header: { 'if-match': kept?.response.headers.get('etag') ?? header['if-match'] } };
        const translations = read();
        const { data, response } = await client.POST(`${LIVE}/translations`, { params, body: { translations } });
        return { now: data, response };
      }),
    /** Keeps the order of the translations for every operator. [D54] */
    translationOrder: (keys: readonly string[]) =>
      createAction(strings.translationOrder, false, ({ client, params }) => keepOrder(client, params, keys)),
    /** Removes a line, or the passage that it belongs to, from the queue. */
    remove: (itemId: string, reference: string, span: 'line' | 'run') =>
      createAction(strings.remove(reference), true, async ({ client, params: { path, header } }) =>
        client.DELETE(`${LIVE}/queue-items/{item_id}`, {
          params: { path: { ...path, item_id: itemId }, query: { span }, header },
        }),
      ),
    /** Moves a passage. `position` counts the remaining items before it. */
    move: (itemId: string, reference: string, position: number) =>
      createAction(strings.move(reference), false, async ({ client, params: { path, header } }) =>
        client.PATCH(`${LIVE}/queue-items/{item_id}`, {
          params: { path: { ...path, item_id: itemId }, header },
          body: { position, span: 'run' },
        }),
      ),
    /** Starts a plan in the Live without showing anything. */
    beginPlan: (planId: string, name: string) =>
      createAction(strings.plan(name), false, async ({ client, params }) =>
        client.PUT(`${LIVE}/plan`, { params, body: { plan_id: planId } }),
      ),
    /** Shows an entry of the plan. */
    goTo: (entryId: string, title: string) =>
      createShow(strings.show(title), async ({ client, params }) => {
        const { data, response } = await client.POST(`${LIVE}/plan/go`, { params, body: { entry_id: entryId } });
        return { now: data, response };
      }),
    goOn: () =>
      createShow(strings.goOn, async ({ client, params }) => {
        const { data, response } = await client.POST(`${LIVE}/plan/go`, { params, body: { by: 1 } });
        return { now: data, response };
      }),
    /** Shows the first slide of a deck, which is published first if it has changed. [D27] */
    presentDeck: (title: string, deckId: string) =>
      createShow(strings.show(title), async ({ client, params }) =>
        client.PUT(`${LIVE}/presentation`, { params, body: { deck_id: deckId } }),
      ),
    slide: (title: string, snapshotId: string, slideId: string) =>
      createShow(strings.show(title), async ({ client, params }) =>
        client.PUT(`${LIVE}/presentation`, { params, body: { snapshot_id: snapshotId, slide_id: slideId } }),
      ),
    run: (status: 'running' | 'stopped') =>
      createAction(status === 'running' ? strings.start : strings.stop, true, async ({ client, params }) =>
        client.PATCH(`${LIVE}/playback`, { params, body: { status } }),
      ),
  };
}

const clamp = (seconds: number): number =>
  Math.max(-COUNTDOWN_MOVE_MAX_SECONDS, Math.min(COUNTDOWN_MOVE_MAX_SECONDS, seconds));

export type LiveActions = ReturnType<typeof createLiveActions>;

const keepOrder = (
  client: LecternClient,
  params: Parameters<LiveAction['send']>[0]['params'],
  keys: readonly string[],
) => client.PATCH(`${LIVE}/paging`, { params, body: { keys: [...keys] } });

/** Creates an action that is neither merged nor deduplicated. */
const createAction = (label: string, isVisible: boolean, send: LiveAction['send']): LiveAction => ({
  label,
  isVisible,
  send,
});

/** Creates an action that replaces what is on air. */
const createShow = (label: string, send: LiveAction['send']): LiveAction => ({
  ...createAction(label, true, send),
  shows: true,
  takes: 'screen',
});
