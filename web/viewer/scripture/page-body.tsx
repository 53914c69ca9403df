import type { RefObject } from 'preact';
import { showsVerseNumbers, type TranslationText, toReferences, toTranslationNames } from './translation-texts.ts';
import { textDirection, toLangAttribute, VerseLines } from './verses.tsx';

interface BodyProps {
  texts: readonly TranslationText[];
  holder: RefObject<HTMLDivElement | null>;
  /** Without numbers, and lines of poetry one after the other: where there is little room. */
  plain?: boolean;
}

/** The texts of a page, for `fitPage`: several beside or below each other, the verses of a line then in one row. */
export function PageBody({ texts, holder, plain = false }: BodyProps) {
  const several = texts.length > 1;
  const numbers = !plain && showsVerseNumbers(texts);
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
          {text.rows.map((verses, row) => (
            <span key={row} class="row">
              {verses.map(({ item, text: words, begins }) => (
                <span key={item.id} class="verse">
                  {plain ? `${words} ` : <VerseLines text={words} number={numbers && begins ? item.verse : null} />}
                </span>
              ))}
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}

/** References and translations of a page. */
export function PageCredit({ texts }: Pick<BodyProps, 'texts'>) {
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
      <span class="translation">
        {toTranslationNames(texts).map((name, index) => (
          <>
            {index > 0 && ' · '}
            <bdi>{name}</bdi>
          </>
        ))}
      </span>
    </>
  );
}

/** The first words of a text, which tell how it is written. */
export const leadingText = ({ rows }: TranslationText): string => rows.flat()[0]!.text;
