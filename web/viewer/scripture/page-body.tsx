import type { RefObject } from 'preact';
import type { VerseNumbers } from '../../../src/contract/output-settings.ts';
import { showsVerseNumbers, type TranslationText, toReferences, toTranslationNames } from './translation-texts.ts';
import { textDirection, toLangAttribute, VerseLines } from './verses.tsx';

interface BodyProps {
  texts: readonly TranslationText[];
  holder: RefObject<HTMLDivElement | null>;
  /** Whether to omit verse numbers and join lines of poetry, to save space. */
  plain?: boolean;
  /** Whether verses have numbers; by default if a translation has several verses. */
  verseNumbers?: VerseNumbers | undefined;
  /** Whether several texts have the names of their translations above them, instead of in the credit. */
  named?: boolean;
}

/**
 * Renders the texts of a page for `fitPage`: several side by side or one below the other, with the verses of a line in
 * one row.
 */
export function PageBody({ texts, holder, plain = false, named = false, verseNumbers = 'auto' }: BodyProps) {
  const several = texts.length > 1;
  const numbers = verseNumbers === 'auto' ? !plain && showsVerseNumbers(texts) : verseNumbers === 'always';
  const rows = texts[0]!.rows.length;
  const classes = ['body', several && 'several', several && !plain && rows > 1 && 'rows', !numbers && 'alone'];
  return (
    <div class={classes.filter(Boolean).join(' ')} ref={holder} style={{ '--rows': rows }}>
      {texts.map((text) => (
        <p
          key={text.key}
          class="scripture"
          lang={toLangAttribute(text.edition.language)}
          dir={textDirection(leadingText(text))}
        >
          {several && named && (
            <span class="translation" lang="">
              <bdi>{text.edition.name}</bdi>
            </span>
          )}
          {text.rows.map((verses, row) => (
            <span key={row} class="row">
              {verses.map(({ item, text: verseText, begins }) => (
                <span key={item.id} class="verse">
                  {plain ? (
                    <>
                      {numbers && begins && <span class="number">{item.verse}</span>}
                      {`${verseText} `}
                    </>
                  ) : (
                    <VerseLines text={verseText} number={numbers && begins ? item.verse : null} />
                  )}
                </span>
              ))}
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}

/** Renders the references and translations of a page. */
export function PageCredit({ texts, named = false }: Pick<BodyProps, 'texts' | 'named'>) {
  return (
    <>
      <span class="reference">
        {toReferences(texts).map(({ reference, language }, index) => (
          <>
            {index > 0 && ' · '}
            <bdi lang={toLangAttribute(language)}>{reference}</bdi>
          </>
        ))}
      </span>
      {(texts.length === 1 || !named) && (
        <span class="translation">
          {toTranslationNames(texts).map((name, index) => (
            <>
              {index > 0 && ' · '}
              <bdi>{name}</bdi>
            </>
          ))}
        </span>
      )}
    </>
  );
}

/** Returns the first verse of a text, which determines its direction. */
export const leadingText = ({ rows }: TranslationText): string => rows.flat()[0]!.text;
