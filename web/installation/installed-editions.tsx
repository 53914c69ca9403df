import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ListedEdition } from '../../src/contract/edition-jobs.ts';
import type { EditionUse } from '../../src/contract/edition-library.ts';
import { describeRights } from '../session/describe-rights.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { describeUse } from './describe-use.ts';
import { useEditions } from './editions-context.ts';

/** Renders the installed editions, which can be removed. */
export function InstalledEditions() {
  const { page, strings: all, editions } = useEditions();
  const strings = all.installed;
  const removing = useSignal<ListedEdition | null>(null);
  const { compare } = new Intl.Collator(page.language);
  const installed = editions.value.filter(({ revision }) => revision !== null).sort((a, b) => compare(a.name, b.name));
  return (
    <section aria-labelledby="installed-title">
      <h2 id="installed-title">
        {strings.title} <span class="count">{installed.length}</span>
      </h2>
      {installed.length === 0 ? (
        <p class="empty">{strings.empty}</p>
      ) : (
        <ul class="resource-list">
          {installed.map((edition) => {
            const { slug, name, rights, revision } = edition;
            const date = new Date(revision!.imported_at).toLocaleDateString(page.language, { dateStyle: 'medium' });
            return (
              <li key={slug} data-slug={slug}>
                <div class="resource-name">
                  <strong>{name}</strong>
                  <p class="meta">
                    {slug} · {describeRights(rights, all)} · {strings.imported(date, revision!.number)}
                  </p>
                </div>
                <button
                  type="button"
                  class="danger"
                  aria-label={`${strings.remove}: ${name}`}
                  onClick={() => {
                    removing.value = edition;
                  }}
                >
                  {strings.remove}
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {removing.value && (
        <RemoveDialog
          edition={removing.value}
          onClose={() => {
            removing.value = null;
          }}
        />
      )}
    </section>
  );
}

function RemoveDialog({ edition: { slug, name }, onClose }: { edition: ListedEdition; onClose(): void }) {
  const { strings: all, message, send, reload } = useEditions();
  const strings = all.installed.confirm;
  const use = useSignal<EditionUse | null>(null);
  useEffect(() => {
    void send<EditionUse>('GET', `/use/${slug}`).then((found) => {
      if (found) use.value = found;
      else onClose();
    });
  }, []);
  const isUsed = use.value === null || use.value.organizations + use.value.accounts > 0;
  const remove = async () => {
    if (!(await send('POST', '/remove', { slug }))) return;
    await reload();
    message.value = { text: all.installed.removed(name), isProblem: false };
  };
  return (
    <ConfirmDialog
      title={strings.title(name)}
      confirm={isUsed ? null : all.installed.remove}
      cancel={strings.cancel}
      danger
      run={remove}
      onClose={onClose}
    >
      {use.value === null ? (
        <p role="status">{strings.checking}</p>
      ) : (
        <>
          <p>{describeUse(use.value, all.use)}</p>
          <p>{isUsed ? strings.inUse : strings.kept}</p>
        </>
      )}
    </ConfirmDialog>
  );
}
