import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { OutlineItem } from '../../../src/contract/outline.ts';
import { readOutline } from '../../session/read-outline.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { PasteField } from '../../ui/paste-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { useWorkspace } from '../workspace-context.ts';
import { kindLabel } from './kind-label.ts';
import { createEntry, type DraftEntry } from './plan-draft.ts';
import type { PlanEditor } from './plan-editor.ts';

/** Entry that the dialog offers. */
interface Offer {
  readonly entry: DraftEntry;
  /** Whether the editions have the passage. */
  readonly exists: boolean;
  readonly isChosen: boolean;
}

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
  const requests = useSubmit();
  const text = useSignal(pasted);
  const items = useSignal<readonly Offer[] | null>(null);
  const leftOut = useSignal<readonly string[]>([]);

  const find = () =>
    requests.run(async () => {
      const { value: typed } = text;
      const found = await readOutline(session, editor.decks?.values() ?? [], typed);
      // The text has changed meanwhile; the button was meant for the old one.
      if (text.value !== typed) return;
      items.value = found.items.map((item) => toOffer(item, editor));
      leftOut.value = found.leftOut;
    });
  useEffect(() => {
    if (pasted !== '') void find();
  }, []);

  const { value: found } = items;
  const chosen = found?.filter(({ isChosen }) => isChosen) ?? [];
  const headings = found?.filter(({ entry }) => entry.kind === 'heading') ?? [];
  const room = editor.room();
  const choose = (isWanted: (item: Offer) => boolean, isChosen: boolean) => {
    items.value = found!.map((item) => (isWanted(item) ? { ...item, isChosen } : item));
  };
  const add = () => {
    editor.append(chosen.map(({ entry }) => entry));
    onClose();
  };

  return (
    <DialogFrame title={texts.outline} onClose={onClose}>
      {!found || found.length === 0 ? (
        <DialogForm
          key="text"
          requests={requests}
          problem={found && texts.outlineNone}
          submitLabel={texts.find}
          submit={find}
        >
          <PasteField
            label={texts.outlineHint}
            text={text}
            onInput={() => {
              items.value = null;
            }}
          />
        </DialogForm>
      ) : (
        <DialogForm
          key="items"
          problem={chosen.length > room ? texts.tooMany(room) : null}
          submitLabel={texts.addCount(chosen.length)}
          isSubmitFocused
          isDisabled={chosen.length === 0 || chosen.length > room}
          otherButtons={
            <button
              type="button"
              class="quiet"
              onClick={() => {
                items.value = null;
              }}
            >
              {texts.changeText}
            </button>
          }
          submit={add}
        >
          <fieldset class="wide">
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
                    {item.entry.note !== '' && <small dir="auto">{item.entry.note}</small>}
                    <span class="chip">
                      {kindLabel({ kind: item.entry.kind, deckId: item.entry.deck_id }, editor, texts)}
                    </span>
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
          {leftOut.value.length > 0 && (
            <details class="wide outline-left-out">
              <summary>{texts.leftOut(leftOut.value.length)}</summary>
              {leftOut.value.map((line) => (
                <p dir="auto">{line}</p>
              ))}
            </details>
          )}
        </DialogForm>
      )}
    </DialogFrame>
  );
}

/** Returns the offer of an entry. Missing passages are not chosen at first. */
function toOffer(item: OutlineItem, { format }: PlanEditor): Offer {
  const { kind, title } = item;
  if (kind === 'heading') return { entry: createEntry({ kind, title }), exists: true, isChosen: true };
  if (kind === 'deck') {
    const { deckId: deck_id, note } = item;
    const entry = createEntry({ kind, title, deck_id, note });
    return { entry, exists: true, isChosen: true };
  }
  const { passages, exists, note } = item;
  return { entry: createEntry({ kind, title: format(passages), passage: passages, note }), exists, isChosen: exists };
}
