import type { LiveNow } from '../../../clients/typescript/src/index.ts';
import type { LiveAction } from '../../../web/console/live/live-action.ts';
import { advanceLive, type LiveInput, type LiveModel, NEW_LIVE_MODEL } from '../../../web/console/live/live-machine.ts';

/** A change as the server records it. `shown` is the reference that is on air after it. */
interface ServerChange {
  readonly by: string;
  readonly operation: string;
  readonly shown: string;
}

/** An action whose effect on the scripted server is to show `label`. */
export const showing = (label: string, more: Partial<LiveAction> = {}): LiveAction => ({
  label,
  isVisible: true,
  takes: 'screen',
  send: () => Promise.reject(new Error('A scripted server responds instead.')),
  ...more,
});

/** A step, which takes nothing away from others. Steps in the same direction are sent as one. */
export const stepping = (by: number): LiveAction => ({
  ...showing(`step ${by}`, { merge: { key: `step ${Math.sign(by)}`, by, create: stepping } }),
  takes: undefined as never,
});

/**
 * A console's Live against a scripted server: responses come when the test says so. The server applies a request
 * when it arrives, and refuses another ETag than the current one.
 */
export class ScriptedLive {
  model: LiveModel = NEW_LIVE_MODEL;
  /** References that the server has shown, in order, with the author. */
  readonly history: string[] = [];
  /** Whether the action of each request was done, by ticket; undefined while it is open. */
  readonly outcomes: (boolean | undefined)[] = [];
  at = 0;
  #sequence = 0;
  #changed: ServerChange | null = null;
  #undoable: ServerChange | null = null;
  #request: { readonly action: LiveAction; readonly tag: string } | null = null;
  #reply: LiveInput | null = null;

  constructor({ connected = true } = {}) {
    if (!connected) return;
    this.poll();
    this.dispatch({ type: 'connection', connection: { state: 'current' } });
  }

  /** The state of the server, as a poll returns it. */
  state(): LiveNow {
    const changed = this.#changed && toChange(this.#changed, this.#sequence);
    return {
      sequence: this.#sequence,
      etag: `e${this.#sequence}`,
      focus: this.#changed && { reference: this.#changed.shown },
      slide: null,
      changed,
      undo: this.#undoable && { ...toChange(this.#undoable, this.#sequence), reference: this.#undoable.shown },
    } as LiveNow;
  }

  dispatch(input: LiveInput): void {
    const { model, effects } = advanceLive(this.model, input, this.at);
    this.model = model;
    for (const effect of effects) {
      if (effect.type === 'send') this.#request = effect;
      else for (const ticket of effect.tickets) this.outcomes[ticket] = effect.done;
    }
  }

  /** The person asks for an action. Returns its ticket. */
  run(action: LiveAction, mayOperate = true): number {
    const ticket = this.outcomes.push(undefined) - 1;
    this.dispatch({ type: 'run', action, ticket, mayOperate });
    return ticket;
  }

  /** Another client changes the Live. */
  change(change: ServerChange): void {
    this.#sequence += 1;
    this.#changed = change;
    this.#undoable = change;
    this.history.push(`${change.by}: ${change.shown}`);
  }

  /** The console learns the state of the server, or of an earlier one. */
  poll(state = this.state()): void {
    this.dispatch({ type: 'state', now: state });
  }

  /** The request in flight arrives at the server. Returns whether there was one. */
  arrive({ withState = false } = {}): boolean {
    const request = this.#request;
    if (!request) return false;
    const { action } = request;
    this.#request = null;
    if (request.tag !== `e${this.#sequence}`) {
      this.#reply = { type: 'failed', action, failure: { kind: 'stale' } };
      return true;
    }
    this.change({ by: 'me', operation: 'pushPassage', shown: action.label });
    this.#reply = { type: 'done', action, etag: `e${this.#sequence}`, ...(withState && { now: this.state() }) };
    return true;
  }

  /** The response of the server arrives at the console. After a stale one, the console reads the state first. */
  respond({ times = 1 } = {}): void {
    const reply = this.#reply;
    this.#reply = null;
    if (!reply) return;
    if (reply.type === 'failed') this.poll();
    for (let time = 0; time < times; time++) this.dispatch(reply);
  }

  /** The request in flight fails. Unless the server refused it, it may have been applied. */
  fail(failure: Extract<LiveInput, { type: 'failed' }>['failure'] = { kind: 'unknown' }): void {
    const { action } = this.model.inFlight ?? {};
    this.#request = null;
    this.#reply = null;
    if (action) this.dispatch({ type: 'failed', action, failure });
  }

  /** Sends all that waits, with each response at once. */
  settle(): void {
    while (this.arrive()) this.respond();
  }

  get isOpen(): boolean {
    return this.#request !== null || this.#reply !== null;
  }
}

const toChange = ({ by, operation }: ServerChange, sequence: number) => ({ at: `t${sequence}`, by, operation });
