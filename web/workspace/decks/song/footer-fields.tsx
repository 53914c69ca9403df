import { DECK_FOOTER_MAX_CHARACTERS } from '../../../../src/contract/limits.ts';
import type { DeckFooter } from '../../../../src/contract/schemas/presentation.ts';
import { useEditor } from '../document/editor-context.ts';
import { useDecks } from '../document/use-decks.ts';

const FIELDS = ['authors', 'copyright', 'ccli', 'source'] as const;
const EMPTY: DeckFooter = { authors: null, copyright: null, ccli: null, source: null };
/** Most digits of a CCLI number. */
const CCLI_MAX_DIGITS = 12;

/** Renders the fields of the footer: authors, copyright, CCLI number and source. [D70] */
export function FooterFields() {
  const { editor } = useEditor();
  const { strings } = useDecks();
  const { footer, kind } = editor.document.value;
  const change = (field: (typeof FIELDS)[number], value: string) =>
    editor.edit((before) => {
      const next = { ...EMPTY, ...before.footer, [field]: value || null };
      return { ...before, footer: FIELDS.every((one) => next[one] === null) ? null : next };
    }, `footer/${field}`);
  return (
    <details class="footer-fields" open={kind === 'song' || footer !== null}>
      <summary>{strings.footer}</summary>
      <p class="meta">{kind === 'song' ? strings.songFooterHint : strings.footerHint}</p>
      <div class="footer-grid">
        {FIELDS.map((field) => (
          <label key={field} class="field">
            {strings.footerFields[field]}
            <input
              dir="auto"
              value={footer?.[field] ?? ''}
              inputMode={field === 'ccli' ? 'numeric' : undefined}
              maxLength={field === 'ccli' ? CCLI_MAX_DIGITS : DECK_FOOTER_MAX_CHARACTERS}
              readOnly={!editor.mayEdit}
              onInput={({ currentTarget: { value } }) =>
                change(field, field === 'ccli' ? value.replace(/\D/g, '') : value)
              }
            />
          </label>
        ))}
      </div>
    </details>
  );
}
