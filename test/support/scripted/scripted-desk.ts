import {
  advanceDesk,
  type DeskEffect,
  type DeskInput,
  type DeskModel,
  EMPTIED_GUARD_MS,
  type LookupResult,
  NEW_DESK,
  type Selection,
} from '../../../web/console/state/desk-machine.ts';

const candidate = (reference: string, kind: string) =>
  ({ kind, reference, exists: true, passages: [], texts: [] }) as unknown as LookupResult['data'][number];
/** Returns the response to a lookup, with these references as candidates. */
export const lookupOf = (reading: LookupResult['reading'], ...references: string[]): LookupResult => {
  const kind = reading === 'none' ? 'words' : 'passage';
  return { q: '', reading, data: references.map((reference) => candidate(reference, kind)) } as LookupResult;
};
/** An entry of the plan, selected. */
export const PLAN: Selection = { list: 'plan', id: 'a' };

/** The bar and its lists, with lookups whose responses come when the test says so. */
export class ScriptedDesk {
  model: DeskModel = NEW_DESK;
  effects: DeskEffect[] = [];
  at = 10_000;

  dispatch(input: DeskInput): this {
    const { model, effects } = advanceDesk(this.model, input, this.at);
    this.model = model;
    this.effects.push(...effects);
    return this;
  }

  /** Types as a person does, a moment after what was before. */
  type(text: string): this {
    this.at += EMPTIED_GUARD_MS;
    return this.dispatch({ type: 'type', text });
  }

  respond(q: string, lookup: LookupResult | null): this {
    return this.dispatch({ type: 'read', q, lookup });
  }

  enter(more: object = {}): this {
    return this.dispatch({ type: 'enter', edition: null, ...more });
  }

  /** Takes the effects so far, without lookups: what is carried out, as its text and reference. */
  take(): string[] {
    const taken = this.effects.flatMap((effect) => {
      if (effect.type === 'look-up') return [];
      if (effect.type === 'carry-out') return [`${effect.entry.text} → ${effect.entry.candidate.reference}`];
      if (effect.type === 'show') return [effect.selection ? `show ${effect.selection.list}` : 'go on'];
      return [effect.type === 'keep' ? `keep ${effect.text}` : effect.type];
    });
    this.effects = [];
    return taken;
  }
}
