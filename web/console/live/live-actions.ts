import type { LiveNow } from '../../../clients/typescript/src/index.ts';
import type { ConsoleOwner } from '../../../src/contract/console-page.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { LiveAction } from './live-action.ts';

const LIVE = '/v1/lives/{live_id}';

/** A passage by its numbers, as a push takes it. */
export interface PassageInput {
  readonly book_id: number;
  readonly chapter: number;
  readonly verse?: number;
  readonly end_chapter?: number;
  readonly end_verse?: number;
}

type Unit = 'page' | 'line' | 'chapter' | 'slide';

/** Every write of a Live that the console makes, by what the person calls it. */
export function createLiveActions(words: ConsoleStrings['acts'], owner: ConsoleOwner) {
  const step = (by: number, unit?: Unit): LiveAction => ({
    label: (by > 0 ? words.next : words.previous)[unit ?? 'page'],
    screen: true,
    merge: { key: `step ${unit ?? 'page'} ${Math.sign(by)}`, by, make: (sum) => step(sum, unit) },
    async send({ client, params }) {
      const body = { by, beyond: true, ...(unit && { unit }) };
      const { data, response } = await client.POST(`${LIVE}/step`, { params, body });
      return { now: data, response };
    },
  });

  return {
    /** Shows passages: after the queue, or in presentation mode as an interruption. */
    show: (reference: string, passages: readonly PassageInput[], now: LiveNow, translations?: string[]): LiveAction => {
      const body = { passage: [...passages], ...(translations && { translations }) };
      const show = act(words.show(reference), true, async ({ client, params }) => {
        if (now.mode === 'presentation') {
          const { data, response } = await client.POST(`${LIVE}/interrupt`, { params, body });
          return { now: data, response };
        }
        return client.POST(`${LIVE}/passages`, { params, body });
      });
      return { ...show, once: `show ${JSON.stringify(body)}` };
    },
    /** Adds passages to the queue; what is shown stays. */
    queue: (reference: string, passages: readonly PassageInput[], translations?: string[]): LiveAction => {
      const body = { passage: [...passages], focus: false, ...(translations && { translations }) };
      const queue = act(words.queue(reference), false, async ({ client, params }) =>
        client.POST(`${LIVE}/passages`, { params, body }),
      );
      return { ...queue, once: `queue ${JSON.stringify(body)}` };
    },
    step,
    extend: (by: 1 | -1) =>
      act(by > 0 ? words.more : words.less, true, async ({ client, params }) => {
        const { data, response } = await client.POST(`${LIVE}/extend`, { params, body: { by } });
        return { now: data, response };
      }),
    pause: (paused: boolean) =>
      act(paused ? words.hide : words.reveal, true, async ({ client, params }) => {
        return client.PATCH(`${LIVE}/playback`, { params, body: { paused } });
      }),
    /** Shows again what was interrupted. */
    return: () =>
      act(words.back, true, async ({ client, params }) => {
        const { data, response } = await client.POST(`${LIVE}/return`, { params, body: {} });
        return { now: data, response };
      }),
    /** Shows an entry of the history again. */
    recall: (entryId: string, reference = words.back) =>
      act(words.show(reference), true, async ({ client, params }) => {
        const { data, response } = await client.POST(`${LIVE}/recall`, { params, body: { entry_id: entryId } });
        return { now: data, response };
      }),
    undo: () => act(words.undo, true, async ({ client, params }) => client.POST(`${LIVE}/undo`, { params, body: {} })),
    redo: () => act(words.redo, true, async ({ client, params }) => client.POST(`${LIVE}/redo`, { params, body: {} })),
    clear: () => act(words.clear, true, async ({ client, params }) => client.DELETE(`${LIVE}/stack`, { params })),
    focus: (itemId: string, reference: string, place: { lines?: number; part?: number } = {}) =>
      act(words.show(reference), true, async ({ client, params }) =>
        client.PATCH(`${LIVE}/focus`, { params, body: { item_id: itemId, ...place } }),
      ),
    /** Sets the translations of the Live, and shows the page on air in them. */
    translations: (name: string, translations: string[]) =>
      act(words.translation(name), true, async ({ client, params }) => {
        const { data, response } = await client.POST(`${LIVE}/translations`, { params, body: { translations } });
        return { now: data, response };
      }),
    /** Takes a line, or the passage that it belongs to, out of the queue. */
    remove: (itemId: string, reference: string, span: 'line' | 'run') =>
      act(words.remove(reference), true, async ({ client, params: { path, header } }) =>
        client.DELETE(`${LIVE}/queue-items/{item_id}`, {
          params: { path: { ...path, item_id: itemId }, query: { span }, header },
        }),
      ),
    /** Moves a passage: `position` counts the items that stay before it. */
    move: (itemId: string, reference: string, position: number) =>
      act(words.move(reference), false, async ({ client, params: { path, header } }) =>
        client.PATCH(`${LIVE}/queue-items/{item_id}`, {
          params: { path: { ...path, item_id: itemId }, header },
          body: { position, span: 'run' },
        }),
      ),
    /** Lets the Live follow a plan; nothing is shown. */
    beginPlan: (planId: string, name: string) =>
      act(words.plan(name), false, async ({ client, params }) =>
        client.PUT(`${LIVE}/plan`, { params, body: { plan_id: planId } }),
      ),
    /** Shows an entry of the plan, or the one so many further on. */
    goTo: (entryId: string, title: string) =>
      act(words.show(title), true, async ({ client, params }) => {
        const { data, response } = await client.POST(`${LIVE}/plan/go`, { params, body: { entry_id: entryId } });
        return { now: data, response };
      }),
    goOn: () =>
      act(words.goOn, true, async ({ client, params }) => {
        const { data, response } = await client.POST(`${LIVE}/plan/go`, { params, body: { by: 1 } });
        return { now: data, response };
      }),
    /** Publishes a deck as it is now, and shows its first slide. */
    presentDeck: (title: string, deckId: string) =>
      act(words.show(title), true, async ({ client, params }) => {
        const path = { organization_id: owner.id, deck_id: deckId };
        const { data } = await client.POST('/v1/organizations/{organization_id}/decks/{deck_id}/snapshots', {
          params: { path },
          body: {},
        });
        return client.PUT(`${LIVE}/presentation`, { params, body: { snapshot_id: data.id } });
      }),
    slide: (title: string, snapshotId: string, slideId: string) =>
      act(words.show(title), true, async ({ client, params }) =>
        client.PUT(`${LIVE}/presentation`, { params, body: { snapshot_id: snapshotId, slide_id: slideId } }),
      ),
    run: (status: 'running' | 'stopped') =>
      act(status === 'running' ? words.start : words.stop, true, async ({ client, params }) =>
        client.PATCH(`${LIVE}/playback`, { params, body: { status } }),
      ),
  };
}

export type LiveActions = ReturnType<typeof createLiveActions>;

/** An act that stands for itself, however often its key is pressed. */
const act = (label: string, screen: boolean, send: LiveAction['send']): LiveAction => ({ label, screen, send });
