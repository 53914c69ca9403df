import { useSignal } from '@preact/signals';
import { workspacePath } from '../../../src/contract/workspace-page.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { SaveStatus } from '../editing/save-status.tsx';
import { TitleField } from '../editing/title-field.tsx';
import { useWorkspace } from '../workspace-context.ts';
import { formatPlanDate } from './plan-dates.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { PlanEditor } from './plan-editor.ts';
import { UsePlanButton } from './use-plan-button.tsx';

interface Props {
  readonly editor: PlanEditor;
  onPrint(): void;
}

/** Renders the name and date of a plan, whether it is saved, and the actions on the whole plan. */
export function PlanHead({ editor, onPrint }: Props) {
  const { page, strings } = useWorkspace();
  const texts = strings.plans;
  const { edited, mayEdit } = editor;
  const { name, date, starts_at: startsAt } = edited.content.value;
  usePageTitle(name);
  /** Name that is being typed. A plan always has a name, so an empty one is not saved. */
  const typed = useSignal<string | null>(null);

  const change = (changes: Partial<Pick<PlanDraft, 'name' | 'date' | 'starts_at'>>, field: string) =>
    edited.change({ ...edited.content.peek(), ...changes }, field);

  return (
    <header class="plan-head">
      <div class="plan-way">
        <a class="page-back" href={workspacePath(page.owner.id, 'plans')}>
          {texts.back}
        </a>
        {(mayEdit || edited.isDirty.value) && <SaveStatus edited={edited} />}
      </div>
      <div class="page-head">
        <div class="plan-title">
          {mayEdit ? (
            <>
              <h1 class="unseen">{name}</h1>
              <TitleField
                label={texts.name}
                value={typed.value ?? name}
                onInput={(value) => {
                  typed.value = value;
                  const next = value.trim();
                  if (next !== '') change({ name: next }, 'name');
                }}
                onBlur={() => {
                  typed.value = null;
                }}
              />
              <div class="plan-date">
                <input
                  type="date"
                  class="plan-date-field"
                  aria-label={texts.date}
                  value={date ?? ''}
                  onInput={({ currentTarget }) => change({ date: currentTarget.value || null }, 'date')}
                />
                <input
                  type="time"
                  class="plan-date-field"
                  aria-label={texts.startsAt}
                  value={startsAt ?? ''}
                  onInput={({ currentTarget }) => change({ starts_at: currentTarget.value || null }, 'starts_at')}
                />
                {date && <span class="meta">{formatPlanDate(date, page.language)}</span>}
              </div>
            </>
          ) : (
            <>
              <h1 dir="auto">{name}</h1>
              <p class="meta">{date === null ? texts.noDate : formatPlanDate(date, page.language)}</p>
            </>
          )}
        </div>
        <div class="page-acts">
          <button type="button" onClick={onPrint}>
            {texts.print}
          </button>
          {mayEdit && <UsePlanButton editor={editor} />}
        </div>
      </div>
    </header>
  );
}
