import { useSignal } from '@preact/signals';
import { PLAN_TITLE_MAX_CHARACTERS } from '../../../src/contract/limits.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import { fetchDecks } from '../../session/fetch-decks.ts';
import { findHeadings, type Outline, type OutlineItem, readOutline } from '../../session/read-outline.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { PasteField } from '../../ui/paste-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { ConsoleDialog } from '../dialogs/console-dialog.tsx';
import type { PassageInput } from '../live/live-actions.ts';
import { useConsole } from '../state/console-context.ts';
import type { Entries } from '../state/plan-state.ts';

/**
 * Renders the dialog that adds the passages, decks and headings found in a pasted text to the plan, in their order.
 * Says first what it would leave out, and which lines become headings. Nothing is shown. [D66]
 */
export function OutlineDialog() {
  const { plan, session, dialog, strings } = useConsole();
  const requests = useSubmit();
  const text = useSignal('');
  const outline = useSignal<Outline | null>(null);
  const { value: found } = outline;
  const notices = found ? toNotices(found, strings.plan) : [];
  const isIncomplete = found !== null && findLeftOut(found).length > 0;
  const isEmpty = found !== null && found.items.flatMap(toEntry).length === 0;

  const submit = () =>
    requests.run(async () => {
      const isReported = outline.value !== null;
      outline.value ??= await readOutline(session, (await fetchDecks(session))?.values() ?? [], text.value);
      const entries = outline.value.items.flatMap(toEntry);
      if (entries.length === 0 || (!isReported && toNotices(outline.value, strings.plan).length > 0)) return;
      if (await plan.append(entries)) dialog.value = null;
    });

  return (
    <ConsoleDialog title={strings.plan.outline}>
      <DialogForm
        requests={requests}
        problem={isEmpty ? strings.plan.noReferences : null}
        submitLabel={isIncomplete && !isEmpty ? strings.plan.addOthers : strings.plan.addOutline}
        submit={submit}
      >
        <PasteField
          label={strings.plan.outlineHint}
          text={text}
          onInput={() => {
            outline.value = null;
          }}
        />
        {notices.length > 0 && !isEmpty && (
          <div class="wide outline-notices" role="status">
            {notices.map(({ message, lines }) => (
              <>
                <p>{message}</p>
                <ul>
                  {lines.map((line) => (
                    <li dir="auto">{line}</li>
                  ))}
                </ul>
              </>
            ))}
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

/** Returns the messages that the dialog shows before anything is added, each with its lines. */
const toNotices = (outline: Outline, texts: ConsoleStrings['plan']) =>
  [
    { message: texts.leftOut, lines: findLeftOut(outline) },
    { message: texts.becomeHeadings, lines: findHeadings(outline) },
  ].filter(({ lines }) => lines.length > 0);

/** Returns the passages that are in no edition, with their notes, and the lines of prose. */
const findLeftOut = ({ items, leftOut }: Outline): string[] => [
  ...items.flatMap((item) =>
    item.kind === 'passage' && !item.exists ? [[item.title, item.note].filter(Boolean).join(' · ')] : [],
  ),
  ...leftOut,
];
