import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useWorkspace } from '../workspace-context.ts';
import { type OutlineItem, readOutline } from './outline-items.ts';
import type { PlanEditor } from './plan-editor.ts';

interface Props {
  readonly editor: PlanEditor;
  /** Pasted text; empty to ask for one. */
  readonly text: string;
  onClose(): void;
}

/** Renders the dialog that finds entries in a pasted text and adds the chosen ones, in the order of the text. [D66] */
export function PasteOutlineDialog({ editor, text: pasted, onClose }: Props) {
  const { strings, session } = useWorkspace();
  const texts = strings.plans;
  const { busy, problem, run } = useSubmit();
  const text = useSignal(pasted);
  const items = useSignal<readonly OutlineItem[] | null>(null);
  const submit = useRef<HTMLButtonElement>(null);

  const find = () =>
    run(async () => {
      items.value = await readOutline(session, editor, text.value);
    });
  useEffect(() => {
    if (pasted !== '') void find();
  }, []);
  // Enter adds what was found.
  useEffect(() => {
    if (items.value) submit.current?.focus();
  }, [items.value !== null]);

  const { value: found } = items;
  const chosen = found?.filter(({ isChosen }) => isChosen) ?? [];
  const headings = found?.filter(({ entry }) => entry.kind === 'heading') ?? [];
  const room = editor.room();
  const choose = (isWanted: (item: OutlineItem) => boolean, isChosen: boolean) => {
    items.value = found!.map((item) => (isWanted(item) ? { ...item, isChosen } : item));
  };
  const add = () => {
    editor.append(chosen.map(({ entry }) => entry));
    onClose();
  };

  return (
    <DialogFrame title={texts.outline} onClose={onClose}>
      {!found || found.length === 0 ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void find();
          }}
        >
          <label class="entry-wide">
            {texts.outlineHint}
            <textarea
              required
              rows={10}
              value={text.value}
              onInput={({ currentTarget }) => {
                text.value = currentTarget.value;
                items.value = null;
              }}
            />
          </label>
          {(problem.value || found) && (
            <p class="dialog-problem" role="alert">
              {problem.value ?? texts.outlineNone}
            </p>
          )}
          <div class="dialog-acts">
            <button type="submit" class="primary" disabled={busy.value}>
              {texts.find}
            </button>
          </div>
        </form>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <fieldset class="entry-wide">
            <legend>{texts.outlineFound}</legend>
            {headings.length > 0 && (
              <label class="check outline-all">
                <input
                  type="checkbox"
                  checked={headings.every(({ isChosen }) => isChosen)}
                  onChange={({ currentTarget }) =>
                    choose(({ entry }) => entry.kind === 'heading', currentTarget.checked)
                  }
                />
                {texts.allHeadings}
              </label>
            )}
            <ul class="outline-items">
              {found.map((item) => (
                <li key={item.entry.key} data-kind={item.entry.kind}>
                  <label class="check">
                    <input
                      type="checkbox"
                      checked={item.isChosen}
                      onChange={({ currentTarget }) => choose((one) => one === item, currentTarget.checked)}
                    />
                    <span dir="auto">{item.entry.title}</span>
                    <span class="chip">{texts.kinds[item.entry.kind]}</span>
                    {!item.exists && (
                      <span class="chip" data-kind="wait">
                        {texts.missingShort}
                      </span>
                    )}
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
          {chosen.length > room && (
            <p class="dialog-problem" role="alert">
              {texts.tooMany(room)}
            </p>
          )}
          <div class="dialog-acts">
            <button
              type="button"
              class="quiet"
              onClick={() => {
                items.value = null;
              }}
            >
              {texts.changeText}
            </button>
            <button ref={submit} type="submit" class="primary" disabled={chosen.length === 0 || chosen.length > room}>
              {texts.addCount(chosen.length)}
            </button>
          </div>
        </form>
      )}
    </DialogFrame>
  );
}
