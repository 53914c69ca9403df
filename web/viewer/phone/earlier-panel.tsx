import type { EarlierEntry, EarlierPage, PhoneText } from '../../../src/contract/phones.ts';
import type { PhoneStrings, ViewerItem, ViewerSlide } from '../../../src/contract/viewer.ts';
import { Attributions, PassageSection } from '../scripture/passage-section.tsx';
import { toPrintedReference, toReaderPassages, toReference } from '../scripture/reader-passages.ts';
import { textDirection } from '../scripture/verses.tsx';
import type { OwnText } from './own-text.ts';
import type { Part } from './phone-data.ts';

interface Props {
  part: Part<EarlierPage>;
  own: OwnText;
  strings: PhoneStrings;
  showFurther: () => void;
}

/** Renders what was on air earlier, newest first. [D73] */
export function EarlierPanel({ part: { content: loaded, failed }, own, strings, showFurther }: Props) {
  const content = loaded && translatePage(loaded, own);
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' });
  return (
    <>
      <h2>{strings.earlier}</h2>
      {failed && !content && <p class="note">{strings.failed}</p>}
      {content?.data.length === 0 && <p class="note">{strings.nothingEarlier}</p>}
      {content?.data.map((entry) => (
        <article key={entry.id} class="earlier" dir={directionOf(entry)}>
          <p class="note">
            <time dateTime={entry.at} dir="ltr">
              {time.format(new Date(entry.at))}
            </time>
          </p>
          <Entry entry={entry} editions={content.editions} />
        </article>
      ))}
      {content?.next && (
        <button type="button" class="further" onClick={showFurther}>
          {strings.further}
        </button>
      )}
      {content && <Attributions items={content.data.flatMap(({ items }) => items)} editions={content.editions} />}
    </>
  );
}

/** Returns a page in the edition of the phone. [D72] */
function translatePage({ data, editions, ...page }: EarlierPage, own: OwnText): EarlierPage {
  const all = { ...editions };
  const entries = data.map((entry) => {
    const translated = own.translate({ items: entry.items, editions, focus: null });
    Object.assign(all, translated.editions);
    return { ...entry, items: translated.items, reference: translateReference(entry, translated.items, own.chosen) };
  });
  return { ...page, data: entries, editions: all };
}

/** Returns the reference in the names and numbers of the phone's edition, once that has the text. */
function translateReference({ reference, items }: EarlierEntry, own: ViewerItem[], text: PhoneText | null) {
  const [first] = own;
  if (!text || !first || first.from || first.edition === items[0]!.edition) return reference;
  return toReference(own, text.language_tag ?? undefined);
}

/** Returns the direction of an entry's first text, so that its time stands above where that begins. */
const directionOf = ({ items, title }: EarlierEntry) => textDirection(items[0]?.text ?? title ?? '');

function Entry({ entry, editions }: { entry: EarlierEntry; editions: EarlierPage['editions'] }) {
  if (entry.kind === 'passage') {
    const passages = toReaderPassages(entry.items);
    return (
      <>
        {passages.map((passage) => (
          <PassageSection
            key={passage.key}
            passage={passage}
            editions={editions}
            page={null}
            {...(passages.length === 1 &&
              entry.reference !== null && { reference: toPrintedReference(entry.reference) })}
          />
        ))}
      </>
    );
  }
  return (
    <>
      <h3>
        <bdi>{entry.title}</bdi>
      </h3>
      {entry.slides.map((slide) => (
        <Slide key={slide.id} slide={slide} />
      ))}
    </>
  );
}

function Slide({ slide: { title, text, passage, image } }: { slide: ViewerSlide }) {
  const body = text ?? passage?.verses.map((verse) => verse.text).join(' ');
  return (
    <div class="earlier-slide" dir={textDirection(title ?? body ?? '')}>
      {title && <p class="title">{title}</p>}
      {body && <p class="scripture">{body}</p>}
      {passage && <p class="note">{toPrintedReference(passage.reference)}</p>}
      {image && <img src={image.url} width={image.width} height={image.height} alt="" loading="lazy" />}
    </div>
  );
}
