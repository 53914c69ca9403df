import { useEffect, useRef, useState } from 'preact/hooks';
import type { PhoneText } from '../../../src/contract/phones.ts';
import type { PhoneStrings } from '../../../src/contract/viewer.ts';
import { findTexts, languageName } from './choose-text.ts';
import type { OwnText } from './own-text.ts';

/** Number of editions from which a field finds them. */
const SEARCHED_MIN = 6;

interface Props {
  readonly own: OwnText;
  readonly strings: PhoneStrings;
  readonly close: () => void;
}

/** Renders the choice of an edition: each by its name and its language, in that language. [D72] */
export function TextDialog({ own, strings, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    dialog.current?.showModal();
    void own.list();
    // Names can be in scripts that the page has not shown yet.
    void import('../fonts/fonts.ts');
  }, []);
  const texts = own.texts ?? (own.chosen ? [own.chosen] : []);
  const choose = (text: PhoneText | null) => {
    own.choose(text);
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} class="notes" aria-labelledby="text-title" onClose={close}>
      <h2 id="text-title">{strings.translation}</h2>
      {texts.length >= SEARCHED_MIN && (
        <label>
          <span>{strings.findTranslation}</span>
          <input type="search" value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
        </label>
      )}
      <ul>
        <li>
          <button type="button" class="written" aria-pressed={own.chosen === null} onClick={() => choose(null)}>
            {strings.asOnScreen}
          </button>
        </li>
        {findTexts(texts, typed).map((text) => (
          <li key={text.slug}>
            <button
              type="button"
              class="written"
              aria-pressed={own.chosen?.slug === text.slug}
              onClick={() => choose(text)}
            >
              <span lang={text.language_tag ?? ''} dir={text.direction}>
                {text.name}
              </span>{' '}
              <small lang={text.language_tag ?? ''}>{languageName(text.language_tag)}</small>
            </button>
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" onClick={() => dialog.current?.close()}>
          {strings.close}
        </button>
      </div>
    </dialog>
  );
}
