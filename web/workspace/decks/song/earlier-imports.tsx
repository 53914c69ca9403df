import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useDecks } from '../document/use-decks.ts';
import type { ListedImport } from './song-imports.ts';

interface Props {
  list(): Promise<readonly ListedImport[]>;
  onShow(id: string): void;
}

/** Lists the latest imports, whose reports can be read again. */
export function EarlierImports({ list, onShow }: Props) {
  const { page, strings } = useDecks();
  const imports = useSignal<readonly ListedImport[]>([]);
  useEffect(() => {
    list().then(
      (listed) => {
        imports.value = listed;
      },
      // The list is an addition: choosing files works without it.
      () => undefined,
    );
  }, []);
  if (imports.value.length === 0) return null;
  return (
    <section class="earlier-imports">
      <h3>{strings.earlierImports}</h3>
      <ul>
        {imports.value.map(({ id, file_name: name, created_at: at, state, counts }) => (
          <li key={id}>
            <button type="button" class="quiet" onClick={() => onShow(id)}>
              <strong dir="auto">{name || strings.importFile}</strong>
              <span class="meta">
                {new Date(at).toLocaleString(page.language, { dateStyle: 'medium', timeStyle: 'short' })} ·{' '}
                {state === 'done' ? strings.importCounts(counts) : strings.importStates[state]}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
