import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { LecternProblem } from '../../../../clients/typescript/src/index.ts';
import type { DeckListItem } from '../../../session/fetch-decks.ts';
import { useDecks } from '../document/use-decks.ts';

/** Time for which a deletion can be undone, in ms. */
const UNDO_MS = 8_000;

interface DeckDeletion {
  /** Decks that are deleted when their time to undo is over. They are not listed. */
  readonly deleting: ReadonlySignal<ReadonlySet<string>>;
  /** Rejects with LecternProblem, or with TypeError on a network error. */
  remove(deck: DeckListItem): Promise<void>;
}

/** Deletes decks with a time to undo. It ends when another deck is deleted or the page is left. */
export function useDeckDeletion(onDeleted: (id: string) => void): DeckDeletion {
  const { rest, strings, toasts, toMessage } = useDecks();
  const deleting = useSignal<ReadonlySet<string>>(new Set());
  const commitLast = useRef<(() => void) | null>(null);
  useEffect(() => {
    const leave = () => commitLast.current?.();
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, []);

  return {
    deleting,
    async remove({ id, title }) {
      commitLast.current?.();
      const { etag } = await rest.get(id);
      deleting.value = new Set([...deleting.value, id]);
      const restore = () => {
        deleting.value = new Set([...deleting.value].filter((one) => one !== id));
      };
      const finish = () => {
        clearTimeout(timer);
        if (commitLast.current === commit) commitLast.current = null;
      };
      const commit = async () => {
        finish();
        try {
          await rest.delete(id, etag);
          onDeleted(id);
        } catch (error) {
          const isChanged = error instanceof LecternProblem && error.status === 412;
          const text = isChanged ? strings.deleteChanged(title) : toMessage(error);
          toasts.show({ kind: 'problem', text });
        } finally {
          restore();
        }
      };
      const timer = setTimeout(commit, UNDO_MS);
      commitLast.current = commit;
      const undo = () => {
        finish();
        restore();
      };
      toasts.show({ text: strings.deleted(title), action: { label: strings.undo, run: undo } });
    },
  };
}
