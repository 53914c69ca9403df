import { useSignal } from '@preact/signals';
import { PLAN_TITLE_MAX_CHARACTERS } from '../../../src/contract/limits.ts';
import type { Outline, OutlineItem } from '../../../src/contract/outline.ts';
import { fetchDecks } from '../../session/fetch-decks.ts';
import { readOutline } from '../../session/read-outline.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { PasteField } from '../../ui/paste-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { ConsoleDialog } from '../dialogs/console-dialog.tsx';
import type { PassageInput } from '../live/live-actions.ts';
import { useConsole } from '../state/console-context.ts';
import type { Entries } from '../state/plan-state.ts';

/**
 * Renders the dialog that adds the passages, decks and headings found in a pasted text to the plan, in their order.
 * Names first what it would leave out. Nothing is shown. [D66]
 */
export function OutlineDialog() {
  const { plan, session, dialog, strings, citations } = useConsole();
  const requests = useSubmit();
  const text = useSignal('');
  const outline = useSignal<Outline | null>(null);
  const { value: found } = outline;
  const leftOut = found ? findLeftOut(found) : [];
  const isEmpty = found !== null && found.items.flatMap(toEntry).length === 0;

  /** Titles of passages are cited as elsewhere in the console. */
  const cited = ({ items, ...others }: Outline): Outline => ({
    ...others,
    items: items.map((item) =>
      item.kind === 'passage' ? { ...item, title: citations.cite.value?.(item.passages) ?? item.title } : item,
    ),
  });
  const submit = () =>
    requests.run(async () => {
      const { value: typed } = text;
      const { value: reported } = outline;
      const read = reported ?? cited(await readOutline(session, (await fetchDecks(session))?.values() ?? [], typed));
      // The text has changed meanwhile; the button was meant for the old one.
      if (text.value !== typed) return;
      outline.value = read;
      const entries = read.items.flatMap(toEntry);
      if (entries.length === 0 || (!reported && findLeftOut(read).length > 0)) return;
      if (await plan.append(entries)) dialog.value = null;
    });

  return (
    <ConsoleDialog title={strings.plan.outline}>
      <DialogForm
        requests={requests}
        problem={isEmpty ? strings.plan.noReferences : null}
        submitLabel={leftOut.length > 0 && !isEmpty ? strings.plan.addOthers : strings.plan.addOutline}
        submit={submit}
      >
        <PasteField
          label={strings.plan.outlineHint}
          text={text}
          onInput={() => {
            outline.value = null;
          }}
        />
        {leftOut.length > 0 && !isEmpty && (
          <div class="wide outline-left-out" role="status">
            <p>{strings.plan.leftOut}</p>
            <ul>
              {leftOut.map((part) => (
                <li dir="auto">{part}</li>
              ))}
            </ul>
          </div>
        )}
      </DialogForm>
    </ConsoleDialog>
  );
}

/** Returns the entry for a part of an outline, or none for a passage that is in no edition. */
function toEntry(item: OutlineItem): Entries {
  const { kind, title } = item;
  if (kind === 'heading') return [{ kind, title }];
  const { note } = item;
  if (kind === 'deck') return [{ kind, title: title.slice(0, PLAN_TITLE_MAX_CHARACTERS), deck_id: item.deckId, note }];
  return item.exists ? [{ kind, title, passage: item.passages as PassageInput[], note }] : [];
}

/** Returns the passages that are in no edition, with their notes, and the lines of prose. */
const findLeftOut = ({ items, leftOut }: Outline): string[] => [
  ...items.flatMap((item) =>
    item.kind === 'passage' && !item.exists ? [[item.title, item.note].filter(Boolean).join(' · ')] : [],
  ),
  ...leftOut,
];
