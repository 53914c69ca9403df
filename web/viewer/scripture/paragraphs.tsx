import type { ViewerText } from '../../../src/contract/viewer.ts';
import { textDirection, toLangAttribute } from './verses.tsx';

interface Props {
  text: string;
  /** The text with its language, then the same in other languages, which are smaller. [D77] */
  texts?: readonly ViewerText[] | undefined;
}

/** Renders each line as a paragraph; an empty line enlarges the gap before the next one. */
export function Paragraphs({ text, texts = [{ language: 'und', text }] }: Props) {
  return (
    <>
      {texts.map((each, language) => {
        const lines = each.text.split('\n').map((line) => line.trim());
        const apart = (index: number) => (index > 0 ? !lines[index - 1] : language > 0);
        return lines.map(
          (line, index) =>
            line && (
              <p
                class={`${language > 0 ? 'other' : ''}${apart(index) ? ' apart' : ''}`.trim() || undefined}
                lang={toLangAttribute(each.language)}
                dir={language > 0 ? textDirection(each.text) : undefined}
              >
                {line}
              </p>
            ),
        );
      })}
    </>
  );
}
