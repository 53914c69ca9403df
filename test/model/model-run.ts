import assert from 'node:assert/strict';
import { type ApiResponse, api } from '../support/requests/api.ts';
import { createSnapshot } from '../support/requests/presentation.ts';
import {
  createTestAccount,
  createTestOrganization,
  type TestLectern,
  type TestOwner,
} from '../support/server/lectern.ts';
import { ModelAudience } from './audience.ts';
import { exchange } from './exchange.ts';
import type { Exchange } from './expected.ts';
import { Knowledge, type Learnt } from './learned-values.ts';
import { idOf, itemId, type ModelLive, SNAPSHOT, titleOf, toDrawn } from './live-model.ts';
import { inTurn, liveOf, type ModelState } from './model-state.ts';
import type { Operation, READS } from './operations.ts';
import { ENABLED, type OwnerKind } from './scripture.ts';

/** Performs operations on servers with one database and compares every response with the model. */
export class ModelRun {
  readonly #nodes: readonly TestLectern[];
  readonly #owners: Record<OwnerKind, TestOwner>;
  readonly #knowledge = new Knowledge();
  readonly #audience = new ModelAudience();
  #state: ModelState;

  private constructor(
    nodes: readonly TestLectern[],
    owners: Record<OwnerKind, TestOwner>,
    limits: ModelState['limits'],
  ) {
    this.#nodes = nodes;
    this.#owners = owners;
    this.#state = {
      owners: { organization: owners.organization.id, account: owners.account.id },
      limits,
      lives: [],
      queueCursors: [],
      eventCursors: [],
      serial: 0,
    };
  }

  /** Has its own owners, so that runs do not interfere. `limits` are those of the servers. */
  static async start(nodes: readonly TestLectern[], limits: ModelState['limits']): Promise<ModelRun> {
    const [first] = nodes as [TestLectern];
    const organization = await createTestOrganization(first);
    const account = await createTestAccount(first);
    const { administration } = first.installation;
    for (const slug of ENABLED.organization)
      await administration.enableEdition(slug, { organization: organization.id });
    for (const slug of ENABLED.account) await administration.enableEdition(slug, { account: account.id });
    const run = new ModelRun(nodes, { organization, account }, limits);
    await run.#publish();
    return run;
  }

  /** The snapshots that can be presented. */
  async #publish(): Promise<void> {
    const slides = SNAPSHOT.slides.map((_, index) => ({ layout: 'title', title: titleOf(index) }));
    const snapshot = await createSnapshot(api(this.#nodes[0]!, this.#owners.organization), slides);
    const { id, deck, revision } = snapshot;
    const ids = snapshot.slides.map((slide: { id: string }) => slide.id);
    this.#knowledge.assertFits({ id, deck, revision, slides: ids }, SNAPSHOT, 'the snapshot');
  }

  /** `node` is the server's number, modulo the number of servers. The next server verifies the change. */
  async perform(operation: Operation, node: number): Promise<void> {
    const before = this.#state.lives;
    await this.#exchange(operation, node);
    await this.#learnItems(node + 1);
    for (const [live, present] of inTurn(this.#state).entries()) {
      if (before.includes(present)) continue;
      await this.#read(live, '/focus', node + 1);
      // These operations restore what their responses do not contain.
      if (operation.kind === 'undo' || operation.kind === 'redo') await this.#read(live, '/playback', node + 1);
      if (!this.#audience.has(present.key)) await this.#audience.join(present.key, ...this.#door(present, node + 2));
    }
  }

  /** Undoes or redoes everything, each time on the next node, then once more, which must be refused. [D50] */
  async retraceAll(live: number, kind: 'undo' | 'redo'): Promise<void> {
    const { past, future } = liveOf(this.#state, live)!;
    const retrace = { kind, live, foreign: false, match: 'current', body: {} } as const;
    for (let left = (kind === 'undo' ? past : future).length; left >= 0; left--) await this.perform(retrace, left);
  }

  /** Checks that every Live matches the model: on every node, for its first viewer and for a new one. */
  async lookAround(): Promise<void> {
    for (const node of this.#nodes.keys()) {
      for (const live of this.#state.lives.keys()) {
        await this.#exchange({ kind: 'poll', live, foreign: false, after: 'none' }, node);
        for (const sub of ['/settings', '/focus'] as const) await this.#read(live, sub, node);
      }
    }
    for (const [turn, live] of this.#state.lives.entries()) await this.#lookWithAudience(live, turn);
  }

  end(): void {
    this.#audience.leave();
  }

  async #lookWithAudience(live: ModelLive, node: number): Promise<void> {
    if (live.deleted) return this.#audience.isSentAway(live.key);
    const drawn = await this.#audience.comesToNew(live.key, ...this.#door(live, node));
    this.#knowledge.assertFits(drawn, toDrawn(live), `the audience of ${live.key}`);
  }

  /** The origin and id, as the audience needs them. */
  #door(live: ModelLive, node: number): [origin: string, id: string] {
    return [this.#nodes[node % this.#nodes.length]!.url, this.#knowledge.resolve(idOf(live)) as string];
  }

  #read(live: number, sub: (typeof READS)[number], node: number): Promise<void> {
    return this.#exchange({ kind: 'read', live, foreign: false, sub, known: 'none', head: false }, node);
  }

  async #exchange(operation: Operation, node: number): Promise<void> {
    const lectern = this.#nodes[node % this.#nodes.length]!;
    const asked = exchange(this.#state, operation);
    const path = this.#fill(asked.path);
    const ifNoneMatch = asked.ifNoneMatch && this.#fill(asked.ifNoneMatch);
    const response = await api(lectern, this.#owners[asked.as]).request(asked.method, path, {
      body: this.#knowledge.resolve(asked.body),
      ifMatch: asked.ifMatch && this.#fill(asked.ifMatch),
      ...(ifNoneMatch !== undefined && { headers: { 'if-none-match': ifNoneMatch } }),
    });
    const where = `node ${node % this.#nodes.length}, ${asked.method} ${path}, ${JSON.stringify(operation)}`;
    await this.#judge(asked, response, where, (after) =>
      api(lectern, this.#owners[asked.as]).get(`${path}&after=${after}`),
    );
    this.#state = asked.next;
  }

  async #judge(
    { method, expected }: Exchange,
    response: ApiResponse,
    where: string,
    readOn: (after: string) => Promise<ApiResponse>,
  ): Promise<void> {
    const shown = `${where}: ${response.status} ${JSON.stringify(response.body)}`;
    if ('refusals' in expected) {
      const allowed = expected.refusals.some(
        ([status, code]) => response.status === status && (method === 'HEAD' || response.body.code === code),
      );
      assert.ok(allowed, `${shown}, not ${expected.refusals.join(' or ')}`);
      return;
    }
    if ('collection' in expected) {
      const data: { id: string }[] = [];
      for (let page = response; ; page = await readOn(page.body.next_cursor)) {
        assert.equal(page.status, 200, shown);
        data.push(...page.body.data);
        if (page.body.next_cursor === null) break;
        assert.ok(page.body.data.length > 0, `${shown}: an empty page before the last`);
      }
      const all = this.#knowledge.resolve(expected.collection) as { id: string }[];
      assert.deepEqual(data.toSorted(byId), all.toSorted(byId), where);
      return;
    }
    assert.equal(response.status, expected.status, shown);
    this.#knowledge.assertFits(response.body, expected.body, where);
    if (expected.etag) this.#knowledge.assertFits(response.etag, expected.etag, `${where}, ETag`);
    if (expected.location) {
      const path = new URL(response.headers.get('location')!).pathname;
      assert.equal(path, `/v1/lives/${this.#knowledge.resolve(expected.location)}`, `${where}, Location`);
    }
  }

  /** The response to a push does not contain the ids of the new items; the queue does. */
  async #learnItems(node: number): Promise<void> {
    for (const [live, { items, deleted }] of inTurn(this.#state).entries()) {
      const complete = () => deleted || items.every(({ name }) => this.#knowledge.has(itemId(name)));
      for (let first = true; !complete(); first = false) {
        const after = first ? 'none' : { nth: 0, own: true };
        await this.#exchange({ kind: 'page', live, foreign: false, limit: '100', after, known: 'none' }, node);
      }
    }
  }

  #fill(parts: readonly (string | Learnt)[]): string {
    return (this.#knowledge.resolve(parts) as string[]).join('');
  }
}

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);
