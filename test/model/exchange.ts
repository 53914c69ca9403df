import type { Exchange } from './expected.ts';
import type { ModelState } from './model-state.ts';
import type { Operation } from './operations.ts';
import { list, poll, read, readItem, readPage } from './reads.ts';
import {
  clear,
  configure,
  create,
  deleteLive,
  focus,
  leavePresentation,
  play,
  present,
  push,
  pushPassage,
  removeItem,
  rename,
  reorder,
  retrace,
} from './writes.ts';

/** The documented result of an operation in a state. */
export function exchange(state: ModelState, operation: Operation): Exchange {
  switch (operation.kind) {
    case 'create':
      return create(state, operation);
    case 'list':
      return list(state, operation);
    case 'read':
      return read(state, operation);
    case 'item':
      return readItem(state, operation);
    case 'page':
      return readPage(state, operation);
    case 'poll':
      return poll(state, operation);
    case 'push':
      return push(state, operation);
    case 'passage':
      return pushPassage(state, operation);
    case 'clear':
      return clear(state, operation);
    case 'remove':
      return removeItem(state, operation);
    case 'reorder':
      return reorder(state, operation);
    case 'playback':
      return play(state, operation);
    case 'settings':
      return configure(state, operation);
    case 'rename':
      return rename(state, operation);
    case 'focus':
      return focus(state, operation);
    case 'present':
      return present(state, operation);
    case 'leave':
      return leavePresentation(state, operation);
    case 'undo':
    case 'redo':
      return retrace(state, operation);
    case 'delete':
      return deleteLive(state, operation);
  }
}
