import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { fetchEditions, type LibraryEdition } from './fetch-editions.ts';
import { isTemporary } from './is-temporary.ts';
import type { Session } from './session.ts';

const RETRY_MS = 5_000;

/** Editions that the owner can show; empty until they are loaded. */
export interface Library {
  readonly editions: ReadonlySignal<readonly LibraryEdition[]>;
  /** Whether loading failed and is repeated. */
  readonly isRetrying: ReadonlySignal<boolean>;
}

export function openLibrary(session: Session): Library {
  const editions = signal<readonly LibraryEdition[]>([]);
  const isRetrying = signal(false);
  void load(session, editions, isRetrying);
  return { editions, isRetrying };
}

/** Loads the editions, again and again while the server does not respond. A person who may not list them has none. */
async function load(
  session: Session,
  editions: Signal<readonly LibraryEdition[]>,
  isRetrying: Signal<boolean>,
): Promise<void> {
  for (;;) {
    try {
      editions.value = await fetchEditions(session);
      isRetrying.value = false;
      return;
    } catch (error) {
      isRetrying.value = isTemporary(error);
      if (!isRetrying.value) return;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
