import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { formatKey } from '../commands/key-names.ts';
import { useConsole } from '../state/console-context.ts';
import { GuidesLink } from './guides-link.tsx';
import { groupKeys } from './key-groups.ts';

/** Renders the searchable list of all keys, with a link to the guides. */
export function KeysHelpDialog() {
  const { help, strings, bar } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const search = useSignal('');
  const open = help.value;
  useEffect(() => {
    if (!open) return dialog.current?.close();
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
  }, [open]);

  const close = () => {
    help.value = false;
    search.value = '';
    bar.focus();
  };
  const nameOf = (key: string) => formatKey(key, strings.keys.caps);
  const typed = search.value.toLocaleLowerCase();
  const found = groupKeys(strings.keys).flatMap(({ name: group, rows }) => {
    const matching = rows.filter(({ keys, name }) =>
      [name, ...keys.map(nameOf)].some((text) => text.toLocaleLowerCase().includes(typed)),
    );
    return matching.length > 0 ? [{ group, rows: matching }] : [];
  });
  return (
    <dialog ref={dialog} class="dialog keys-dialog" aria-labelledby="keys-title" onClose={close}>
      {open && (
        <>
          <div class="dialog-head">
            <h2 id="keys-title">{strings.keys.title}</h2>
            <GuidesLink />
            <button type="button" class="quiet" onClick={close}>
              {strings.strip.close} <kbd>{strings.keys.caps.Escape}</kbd>
            </button>
          </div>
          <input
            type="text"
            class="keys-search"
            autofocus
            aria-label={strings.keys.search}
            placeholder={strings.keys.search}
            value={search.value}
            onInput={({ currentTarget }) => {
              search.value = currentTarget.value;
            }}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls by keys. */}
          <div class="keys-list" tabIndex={0}>
            <div class="keys-groups">
              {found.map(({ group, rows }) => (
                <section key={group}>
                  <h3>{group}</h3>
                  <dl>
                    {rows.map(({ keys, name }) => (
                      <div key={name}>
                        <dt>
                          {keys.map((key) => (
                            <kbd key={key}>{nameOf(key)}</kbd>
                          ))}
                        </dt>
                        <dd>{name}</dd>
                      </div>
                    ))}
                  </dl>
                </section>
              ))}
            </div>
          </div>
          {found.length === 0 && <p class="empty">{strings.keys.none}</p>}
        </>
      )}
    </dialog>
  );
}
