import type { LecternClient, LiveNow } from '../../../clients/typescript/src/index.ts';

/** What a write gets: the client, and the path and headers that every write of a Live has. */
interface ActContext {
  readonly client: LecternClient;
  readonly params: { readonly path: { live_id: string }; readonly header: { 'if-match': string } };
}

/** The state that a write left [D55], where its answer tells it, and the response, whose ETag is the next validator. */
export interface LiveActionResult {
  readonly now?: LiveNow;
  readonly response: Response;
}

/** One write of the Live, as the person asked for it. */
export interface LiveAction {
  /** In the person's language, as a phrase: "show John 3:16". */
  readonly label: string;
  /** Whether the audience sees it: the service lock asks once more. */
  readonly screen: boolean;
  /** Presses of the same key that come while one is on its way are sent as one. */
  readonly merge?: { readonly key: string; readonly by: number; make(by: number): LiveAction };
  /** The same one asked for again before it is answered, as by a double click, is the same act: it is sent once. */
  readonly once?: string;
  send(context: ActContext): Promise<LiveActionResult>;
}
