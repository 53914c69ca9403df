import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { WorkspacePage } from '../../../src/contract/workspace-page.ts';
import { fetchPageData } from '../../session/page-data.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useWorkspace } from '../workspace-context.ts';
import type { CatalogEdition } from './fetch-library.ts';

interface Props {
  readonly edition: CatalogEdition;
  /** Whether it is the only edition in the library. */
  readonly isLast: boolean;
  onClose(): void;
  onConfirm(): void;
}

/** Renders the question before an edition is removed from the library: which Lives use it, and what that means. */
export function ConfirmRemoval({ edition: { slug, name }, isLast, onClose, onConfirm }: Props) {
  const { page, strings: all } = useWorkspace();
  const strings = all.library.confirm;
  const lives = useSignal(page.library?.lives ?? []);
  useEffect(() => {
    // Lives can have changed since the page was loaded.
    void fetchPageData().then(
      (current) => {
        lives.value = (current as WorkspacePage).library?.lives ?? lives.value;
      },
      () => undefined,
    );
  }, []);
  const users = lives.value.filter(({ translations }) => translations.includes(slug));
  return (
    <ConfirmDialog
      title={strings.title(name)}
      confirm={all.library.disable}
      cancel={strings.cancel}
      danger
      run={async () => onConfirm()}
      onClose={onClose}
    >
      {isLast && <p>{strings.last}</p>}
      {users.length === 0 ? (
        <p>{strings.unused}</p>
      ) : (
        <>
          <p>{strings.used(users.length)}</p>
          <ul class="library-users">
            {users.map((live) => (
              <li key={live.id}>{live.name}</li>
            ))}
          </ul>
        </>
      )}
      <p>{strings.kept}</p>
    </ConfirmDialog>
  );
}
