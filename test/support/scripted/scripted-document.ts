import assert from 'node:assert/strict';
import {
  advanceDocument,
  type DocumentEffect,
  type DocumentInput,
  type DocumentModel,
  type DocumentRules,
  draftOf,
  type Failure,
  openModel,
} from '../../../web/workspace/editing/document-machine.ts';
import type { StoredContent } from '../../../web/workspace/editing/document-store.ts';
import { changedFields, isSameFields, mergeFields, pick } from '../../../web/workspace/editing/fields.ts';

/** Content of two fields, which are stored one after the other where versions are merged. */
export interface Words {
  readonly title: string;
  readonly text: string;
}

/** A plan or a deck: saved after each change, and never merged. */
export const AUTOMATIC: DocumentRules<Words> = { saves: 'automatic', isSame: isSameFields };
/** Settings: saved on request, and merged field by field. */
export const EXPLICIT: DocumentRules<Words> = { saves: 'explicit', isSame: isSameFields, merge: mergeFields };

interface Version {
  readonly content: Words;
  readonly by: 'me' | 'Jo';
}
type Sent = Extract<DocumentEffect<Words>, { id: number }>;

/**
 * An editor against a scripted server: responses come when the test says so. The server applies a write when it
 * arrives, and refuses another ETag than the current one.
 */
export class ScriptedDocument {
  model: DocumentModel<Words>;
  readonly rules: DocumentRules<Words>;
  /** Stored contents, in order; the index is the ETag. */
  readonly versions: Version[] = [{ content: { title: 'Sunday', text: 'Psalm 23' }, by: 'Jo' }];
  /** Number of writes that arrived. */
  writes = 0;
  isDeleted = false;
  at = 0;
  #request: Sent | null = null;
  #reply: DocumentInput<Words> | null = null;
  /** Responses to refreshes, which can be late. */
  readonly #refreshes: DocumentInput<Words>[] = [];

  constructor(rules: DocumentRules<Words>) {
    this.rules = rules;
    this.model = openModel(rules, this.stored(), null, 0);
  }

  stored(): StoredContent<Words> {
    return { content: this.versions.at(-1)!.content, etag: `${this.versions.length - 1}` };
  }

  dispatch(input: DocumentInput<Words>): this {
    const { model, effect } = advanceDocument(this.rules, this.model, input, this.at);
    this.model = model;
    if (effect?.type === 'refresh')
      this.#refreshes.push({ type: 'refreshed', etag: effect.etag, stored: this.stored() });
    else if (effect) {
      assert.ok(!this.isOpen, 'no two requests at once');
      this.#request = effect;
    }
    return this;
  }

  type(part: Partial<Words>, group?: string): this {
    return this.dispatch({ type: 'change', content: { ...this.model.content, ...part }, group });
  }

  /** Time passes until the content is to be saved. */
  wait(): this {
    if (this.model.dueAt === null) return this;
    this.at = this.model.dueAt;
    return this.dispatch({ type: 'due' });
  }

  /** Another person saves. */
  change(part: Partial<Words>): this {
    this.versions.push({ content: { ...this.stored().content, ...part }, by: 'Jo' });
    return this;
  }

  /** The request in flight arrives at the server. With `part`, only the first changed field does. */
  arrive({ part = false } = {}): this {
    const request = this.#request;
    if (!request) return this;
    const { id } = request;
    const refuse = (failure: Failure) => this.#respondWith({ type: 'failed', id, failure, message: failure });
    if (this.isDeleted) return refuse('missing');
    if (request.type === 'read') return this.#respondWith({ type: 'read', id, stored: this.stored() });
    const { content, base } = request;
    if (base.etag !== this.stored().etag) return refuse('stale');
    const changed = changedFields(content, base.content);
    const isPart = part && this.rules.merge !== undefined && changed.length > 1;
    const fields = isPart ? changed.slice(0, 1) : changed;
    this.writes += 1;
    this.versions.push({ content: { ...this.stored().content, ...pick(content, fields) }, by: 'me' });
    if (!isPart) return this.#respondWith({ type: 'written', id, stored: this.stored() });
    this.#request = { ...request, base: this.stored() };
    return this.dispatch({ type: 'part', id, stored: this.stored() });
  }

  #respondWith(reply: DocumentInput<Words>): this {
    this.#request = null;
    this.#reply = reply;
    return this;
  }

  /** The response of the server arrives at the editor. */
  respond(): this {
    const reply = this.#reply;
    this.#reply = null;
    return reply ? this.dispatch(reply) : this;
  }

  /** The request fails: it is lost before or after it arrived, or refused. */
  fail(failure: 'lost' | 'busy' | 'refused'): this {
    const { request } = this.model;
    if (!request || (failure !== 'lost' && !this.#request)) return this;
    this.#request = null;
    this.#reply = null;
    return this.dispatch({ type: 'failed', id: request.id, failure, message: failure });
  }

  refreshed(): this {
    const reply = this.#refreshes.shift();
    return reply ? this.dispatch(reply) : this;
  }

  /** Responds to each request at once, until none is open. */
  settle(): this {
    while (this.isOpen) this.arrive().respond();
    return this;
  }

  /** The page is loaded again. A request in flight is lost. */
  reload(): this {
    const draft = structuredClone(draftOf(this.rules, this.model));
    this.#request = null;
    this.#reply = null;
    this.#refreshes.length = 0;
    this.model = openModel(this.rules, this.stored(), draft, this.at);
    return this;
  }

  get isOpen(): boolean {
    return this.#request !== null || this.#reply !== null;
  }
}
