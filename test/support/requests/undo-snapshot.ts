import type { JsonDocument } from './api.ts';
import type { LiveController } from './live-controller.ts';

/**
 * Everything that an undo restores: the whole queue with ids and positions, the focus, and what the audience sees.
 * [D50]
 */
export interface UndoSnapshot {
  readonly items: JsonDocument[];
  readonly focus: string | null;
  readonly paused: boolean;
  readonly showing: boolean;
  readonly type: string;
  readonly verses: JsonDocument[];
}

export async function takeUndoSnapshot(controller: LiveController): Promise<UndoSnapshot> {
  const [items, focus, playback, display] = await Promise.all([
    controller.items(),
    controller.get('/focus'),
    controller.get('/playback'),
    controller.get('/display'),
  ]);
  const { paused, showing } = playback.body;
  const { type, verses } = display.body;
  return { items, focus: focus.body.item_id, paused, showing, type, verses };
}
