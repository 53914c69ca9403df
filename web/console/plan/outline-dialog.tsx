import { useSignal } from '@preact/signals';
import { PLAN_TITLE_MAX_CHARACTERS } from '../../../src/contract/limits.ts';
import { fetchDecks } from '../../session/fetch-decks.ts';
import { type OutlineItem, readOutline } from '../../session/read-outline.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { PasteField } from '../../ui/paste-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { ConsoleDialog } from '../dialogs/console-dialog.tsx';
import type { PassageInput } from '../live/live-actions.ts';
import { useConsole } from '../state/console-context.ts';
import type { Entries } from '../state/plan-state.ts';

/**
 * Renders the dialog that adds the passages and decks found in a pasted text to the plan, in their order. Nothing is
 * shown. [D66]
 */
export function OutlineDialog() {
  const { plan, session, dialog, strings } = useConsole();
  const requests = useSubmit();
  const text = useSignal('');
  const foundNone = useSignal(false);

  const add = () =>
    requests.run(async () => {
      const decks = await fetchDecks(session);
      const entries = (await readOutline(session, decks?.values() ?? [], text.value)).flatMap(toEntry);
      foundNone.value = entries.length === 0;
      if (entries.length > 0 && (await plan.append(entries))) dialog.value = null;
    });

  return (
    <ConsoleDialog title={strings.plan.outline}>
      <DialogForm
        requests={requests}
        problem={foundNone.value ? strings.plan.noReferences : null}
        submitLabel={strings.plan.addOutline}
        submit={add}
      >
        <PasteField
          label={strings.plan.outlineHint}
          text={text}
          onInput={() => {
            foundNone.value = false;
          }}
        />
      </DialogForm>
    </ConsoleDialog>
  );
}

/** Returns the entry for a part of an outline: one for a deck or an existing passage, none for a heading. */
function toEntry(item: OutlineItem): Entries {
  const { kind, title } = item;
  if (kind === 'deck') return [{ kind, title: title.slice(0, PLAN_TITLE_MAX_CHARACTERS), deck_id: item.deckId }];
  return kind === 'passage' && item.exists ? [{ kind, title, passage: item.passages as PassageInput[] }] : [];
}
