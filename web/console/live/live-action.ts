import type { LecternClient, LiveNow } from '../../../clients/typescript/src/index.ts';

/** Arguments of a write: the client, and the path and headers common to all writes of a Live. */
interface ActionContext {
  readonly client: LecternClient;
  readonly params: { readonly path: { live_id: string }; readonly header: { 'if-match': string } };
}

/**
 * Result of a write: the new state [D55] if the response contains it, and the response, whose ETag is the next
 * validator.
 */
interface LiveActionResult {
  readonly now?: LiveNow;
  readonly response: Response;
}

/** Single write of a Live, requested by the person. */
export interface LiveAction {
  /** Label in the person's language: "show John 3:16". */
  readonly label: string;
  /** Whether the audience would see the effect. The service lock asks for confirmation first. */
  readonly isVisible: boolean;
  /** Whether other content is on air afterwards, which ends the selection in the lists. */
  readonly shows?: boolean;
  /**
   * Kind of what the action takes away: the content on air, or the change that can be undone next. If another client
   * has just made it, the console asks first.
   */
  readonly takes?: 'screen' | 'undo';
  /** Combines actions: presses of the same key during a request are sent as one. */
  readonly merge?: { readonly key: string; readonly by: number; create(by: number): LiveAction };
  /** Deduplication key: an equal action requested before the response, as by a double click, is sent once. */
  readonly dedupeKey?: string;
  send(context: ActionContext): Promise<LiveActionResult>;
}
