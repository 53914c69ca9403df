import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import type { JsonDocument } from '../../support/requests/api.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  smallEdition,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const OWNERS = ['organization', 'account'] as const;
/** More than a page of the queue has. */
const MANY = 130;
const LONG = Object.fromEntries(Array.from({ length: MANY }, (_, index) => [index + 1, `Verse ${index + 1} “ç — ñ”`]));

type Check = (value: JsonDocument) => boolean;
const oneOf =
  (...values: string[]): Check =>
  (value) =>
    values.includes(value);
const flag: Check = (value) => typeof value === 'boolean';
const whole: Check = Number.isInteger;
const within =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && value >= least && value <= most;
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const color = orNull((value) => typeof value === 'string' && /^#[0-9a-fA-F]{6}$/.test(value));
/** Exactly these fields, each as its check demands. */
const object =
  (fields: Record<string, Check>, optional: Record<string, Check> = {}): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(fields).every((name) => name in value) &&
    Object.entries(value).every(([name, part]) => (fields[name] ?? optional[name])?.(part) ?? false);

const PRESET = oneOf('default', 'midnight', 'paper', 'ocean');
const TRANSITION = oneOf('none', 'fade', 'slide', 'slide_up', 'slide_down', 'zoom_in', 'zoom_out', 'wipe');
const PALETTE = object({ background: color, container: color, translation: color, reference: color, text: color });
const ELEMENT = object({
  font: oneOf('serif', 'sans', 'mono'),
  size: within(12, 240),
  bold: flag,
  italic: flag,
  align: oneOf('left', 'center', 'right'),
  lineHeight: within(80, 240),
});

/** [LiveStudioSettings], with the bounds of [D22]. */
const STUDIO: Record<string, Check> = {
  version: (value) => value === 1,
  showLogo: flag,
  preset: PRESET,
  transition: TRANSITION,
  controls: object({ theme: flag, fullscreen: flag, fontSize: flag }),
  palettes: object({ dark: PALETTE, light: PALETTE }),
  container: object({ radius: orNull(within(0, 200)), padding: orNull(within(0, 400)), border: color }),
  elements: object({ translation: ELEMENT, reference: ELEMENT, text: ELEMENT }),
  order: (value) => Array.isArray(value) && value.toSorted().join() === 'reference,text,translation',
};

/** [LiveEventViewerSettings], with the bounds of [D21]. */
const VIEWER_SETTINGS = object(
  { theme: oneOf('dark', 'light'), scale: within(-4, 8), presentation: flag },
  { preset: PRESET, transition: TRANSITION },
);

const fields = (value: object) => Object.keys(value).toSorted();

for (const engine of PAGE_ENGINES) {
  describe(`the snapshot of events on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    const owners = {} as Record<(typeof OWNERS)[number], TestOwner>;

    before(async () => {
      const { editions } = lectern.installation;
      await saveEdition(editions, smallEdition('one', { 1: { 1: LONG, 2: { 1: 'Alone' } } }));
      await saveEdition(editions, smallEdition('two', { 1: { 2: { 1: 'Allein' } } }, { language: 'de' }));
      owners.organization = await createTestOrganization(lectern);
      owners.account = await createTestAccount(lectern);
      for (const { kind, id } of Object.values(owners)) {
        for (const slug of ['one', 'two']) await editions.enable({ kind, id }, slug);
      }
    });

    /** [D23] Each part is what its own read says at the same sequence. */
    const requireWhole = async (controller: LiveController, event: JsonDocument) => {
      const { data, sequence } = event;
      assert.deepEqual(fields(data), ['design', 'display', 'live', 'queue', 'viewer_settings']);
      const [live, display, queue] = [
        await controller.get(),
        await controller.get('/display'),
        await controller.items(),
      ];
      assert.deepEqual(data.live, live.body);
      assert.deepEqual(data.display, display.body);
      assert.deepEqual(data.queue, queue);
      assert.deepEqual([sequence, sequence], [live.body.sequence, display.body.sequence]);
    };

    for (const kind of OWNERS) {
      const open = () => createLiveController(lectern, owners[kind], { translations: ['one', 'two'] });

      it(`[D23] when a Live of an ${kind} is new, then the snapshot is the Live, its display and its queue, empty at first`, async () => {
        const controller = await open();
        const event = await readSnapshot(lectern, controller);
        await requireWhole(controller, event);
        const { live, display, queue } = event.data;
        assert.deepEqual([queue, display.type, display.verses, display.snapshot], [[], 'empty', [], null]);
        const owner = `${kind}_id`;
        assert.deepEqual(fields(live), ['id', 'mode', 'name', owner, 'paused', 'sequence', 'status'].toSorted());
        const shown = ['live_id', 'status', 'paused', 'showing', 'sequence', 'type', 'verses', 'snapshot', owner];
        assert.deepEqual(fields(display), shown.toSorted());
        assert.deepEqual(
          [live[owner], display[owner], live.mode],
          [controller.owner.id, controller.owner.id, 'reader'],
        );
      });

      it(`[D23] when a Live of an ${kind} is written to, then the snapshot says so after each write`, async () => {
        const controller = await open();
        let { cursor } = await readSnapshot(lectern, controller);
        const writes = [
          () => controller.push({ book_id: 1, chapter: 2 }),
          () => controller.play({ paused: true }),
          () => controller.send('PATCH', '', { name: 'Другой "Name" \u{1F56F}' }),
          () => controller.play({ status: 'stopped' }),
          () => controller.play({ status: 'running', paused: false }),
          async () => controller.send('DELETE', `/queue-items/${(await controller.items())[0]!.id}`),
          () => controller.send('DELETE', '/stack'),
        ];
        for (const write of writes) {
          const waiting = beginPoll(lectern, controller, { after: cursor });
          await write();
          const event = requireEvent(await waiting.response, controller, 'live.changed');
          await requireWhole(controller, event);
          ({ cursor } = event);
        }
      });

      it(`[D23] when the queue of a Live of an ${kind} has more pages than one, then the snapshot has the whole queue`, async () => {
        const controller = await open();
        await controller.push({ book_id: 1, chapter: 1 });
        const event = await readSnapshot(lectern, controller);
        await requireWhole(controller, event);
        const { queue } = event.data;
        assert.deepEqual(
          queue.map(({ position }: JsonDocument) => position),
          Array.from({ length: MANY }, (_, index) => index),
        );
        for (const item of queue) assert.deepEqual(fields(item), ['id', 'position', 'verse']);
        const waiting = beginPoll(lectern, controller, { after: event.cursor });
        await waitUntilParked(waiting);
        await controller.push({ book_id: 1, chapter: 2 });
        await requireWhole(controller, requireEvent(await waiting.response, controller, 'live.changed'));
      });

      it(`[LiveEventViewerSettings] when the snapshot of a Live of an ${kind} is read, then it has its viewer settings`, async () => {
        const { viewer_settings } = (await readSnapshot(lectern, await open())).data;
        assert.ok(VIEWER_SETTINGS(viewer_settings), JSON.stringify(viewer_settings));
        assert.equal(viewer_settings.scale, 0, '[D21]');
      });

      it(`[LiveEventDesign], [LiveStudioSettings] when the snapshot of a Live of an ${kind} is read, then it has its design`, async () => {
        const controller = await open();
        const { design } = (await readSnapshot(lectern, controller)).data;
        const organization = kind === 'organization' ? ['organization'] : [];
        assert.deepEqual(fields(design), ['revision', 'settings', ...organization].toSorted());
        if (kind === 'organization') assert.equal(design.organization, controller.owner.id);
        assert.ok(whole(design.revision));
        assert.deepEqual(fields(design.settings), Object.keys(STUDIO).toSorted());
        for (const [name, value] of Object.entries(design.settings)) {
          assert.ok(STUDIO[name]!(value), `${name}: ${JSON.stringify(value)}`);
        }
        assert.deepEqual([design.settings.preset, design.settings.transition], ['default', 'none'], 'the defaults');
        await controller.play({ paused: true });
        assert.deepEqual((await readSnapshot(lectern, controller)).data.design, design, 'independent of the Live');
      });

      it(`[Event snapshot data] when the snapshot of a Live of an ${kind} is read, then it has no secret, path, member or permission`, async () => {
        const controller = await open();
        await controller.push({ book_id: 1, chapter: 2 });
        const text = JSON.stringify(await readSnapshot(lectern, controller));
        assert.ok(!text.includes(controller.owner.token.slice(4)));
        assert.ok(!text.includes(lectern.config.dataDir));
        assert.doesNotMatch(text, /@example\.org|"(scopes|secret|protected|role|email|members|publisher|path)"/);
      });
    }

    it('[LiveEventDesign] when two personal Lives belong to different people, then both have one design: the defaults', async () => {
      const other = await createTestAccount(lectern);
      const designs = await Promise.all(
        [owners.account, other].map(
          async (owner) => (await readSnapshot(lectern, await createLiveController(lectern, owner))).data.design,
        ),
      );
      assert.deepEqual(designs[0], designs[1]);
    });
  });
}
