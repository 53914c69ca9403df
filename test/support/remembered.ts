import type { Document } from './api.ts';
import type { LiveDesk } from './live-desk.ts';

/** What an undo brings back: the whole queue with ids and positions, the focus, and what the audience sees. [D50] */
export interface Remembered {
  readonly items: Document[];
  readonly focus: string | null;
  readonly paused: boolean;
  readonly showing: boolean;
  readonly type: string;
  readonly verses: Document[];
}

export async function remember(desk: LiveDesk): Promise<Remembered> {
  const [items, focus, playback, display] = await Promise.all([
    desk.items(),
    desk.get('/focus'),
    desk.get('/playback'),
    desk.get('/display'),
  ]);
  const { paused, showing } = playback.body;
  const { type, verses } = display.body;
  return { items, focus: focus.body.item_id, paused, showing, type, verses };
}
