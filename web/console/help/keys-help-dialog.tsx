import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { KEY_BINDINGS, TYPING_KEYS } from '../commands/key-bindings.ts';
import { formatKey } from '../commands/key-names.ts';
import { useConsole } from '../state/console-context.ts';

/** Renders the searchable list of all keys. */
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
  const rows = [
    ...TYPING_KEYS.map(({ keys, name }) => ({ keys, name: strings.keys.typing[name] })),
    ...groupByCommand().map(({ keys, command }) => ({ keys, name: strings.keys.names[command] })),
  ];
  const nameOf = (key: string) => formatKey(key, strings.keys.caps);
  const typed = search.value.toLocaleLowerCase();
  const found = rows.filter(({ keys, name }) =>
    [name, ...keys.map(nameOf)].some((text) => text.toLocaleLowerCase().includes(typed)),
  );
  return (
    <dialog ref={dialog} class="dialog keys-dialog" aria-labelledby="keys-title" onClose={close}>
      {open && (
        <>
          <div class="dialog-head">
            <h2 id="keys-title">{strings.keys.title}</h2>
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
          <dl class="keys-list" tabIndex={0}>
            {found.map(({ keys, name }) => (
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
          {found.length === 0 && <p class="empty">{strings.keys.none}</p>}
        </>
      )}
    </dialog>
  );
}

/** Groups the key bindings by command, in table order. */
function groupByCommand() {
  const groups = new Map<(typeof KEY_BINDINGS)[number]['command'], string[]>();
  for (const { keys, command } of KEY_BINDINGS) groups.set(command, [...(groups.get(command) ?? []), ...keys]);
  return Array.from(groups, ([command, keys]) => ({ command, keys }));
}
