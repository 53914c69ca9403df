import { type ReadonlySignal, signal } from '@preact/signals';
import { fetchEditions, type LibraryEdition } from './fetch-editions.ts';
import type { Session } from './session.ts';

/** Editions that the owner can show; empty until they are loaded. */
export interface Library {
  readonly editions: ReadonlySignal<readonly LibraryEdition[]>;
}

export function openLibrary(session: Session): Library {
  const editions = signal<readonly LibraryEdition[]>([]);
  // Ignores errors: without editions only `@` fails.
  fetchEditions(session).then(
    (fetched) => {
      editions.value = fetched;
    },
    () => {},
  );
  return { editions };
}
