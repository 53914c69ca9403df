import { SETTINGS_TRANSLATIONS_MAX } from '../../../../src/contract/limits.ts';
import { workspacePath } from '../../../../src/contract/workspace-page.ts';
import type { LibraryEdition } from '../../../session/fetch-editions.ts';
import { useRowDrag } from '../../../ui/use-row-drag.ts';
import { useWorkspace } from '../../workspace-context.ts';
import { editionName } from './describe-setting.ts';

interface Props {
  readonly slugs: readonly string[];
  /** Editions of the library. */
  readonly editions: readonly LibraryEdition[];
  readonly mayChange: boolean;
  change(slugs: readonly string[]): void;
}

/** Renders the translations of a Live in their order, which the person can change by dragging or with buttons. */
export function TranslationList({ slugs, editions, mayChange, change }: Props) {
  const { page, strings } = useWorkspace();
  const { settings: texts } = strings.lives;
  const others = editions.filter(({ slug }) => !slugs.includes(slug));
  /** Moves a translation before the one that is now at an index. */
  const move = (from: number, before: number) => {
    const rest = slugs.filter((_, index) => index !== from);
    rest.splice(before > from ? before - 1 : before, 0, slugs[from]!);
    change(rest);
  };
  return (
    <>
      {slugs.length === 0 ? (
        <p class="warning">{texts.noTranslations}</p>
      ) : (
        <>
          {mayChange && slugs.length > 1 && <p class="hint">{texts.translationsHint}</p>}
          <ol class="translations">
            {slugs.map((slug, index) => (
              <TranslationRow
                key={slug}
                name={editionName(editions, slug)}
                isMissing={!editions.some((edition) => edition.slug === slug)}
                index={index}
                count={slugs.length}
                slug={slug}
                mayChange={mayChange}
                move={move}
                remove={() => change(slugs.filter((one) => one !== slug))}
              />
            ))}
          </ol>
        </>
      )}
      {mayChange && editions.length === 0 && (
        <p>
          {texts.noLibrary} <a href={workspacePath(page.owner.id, 'library')}>{texts.openLibrary}</a>
        </p>
      )}
      {mayChange && others.length > 0 && slugs.length < SETTINGS_TRANSLATIONS_MAX && (
        <select
          class="add-translation"
          aria-label={texts.addTranslation}
          value=""
          onChange={({ currentTarget }) => {
            const { value } = currentTarget;
            currentTarget.value = '';
            if (value !== '') change([...slugs, value]);
          }}
        >
          <option value="">{texts.addTranslation}…</option>
          {others.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

interface RowProps {
  readonly slug: string;
  readonly name: string;
  readonly isMissing: boolean;
  readonly index: number;
  readonly count: number;
  readonly mayChange: boolean;
  move(from: number, before: number): void;
  remove(): void;
}

function TranslationRow({ slug, name, isMissing, index, count, mayChange, move, remove }: RowProps) {
  const { settings: texts } = useWorkspace().strings.lives;
  const { element, edge, isDragged } = useRowDrag<HTMLLIElement>({
    list: 'translations',
    mayMove: mayChange && count > 1,
    row: index,
    group: slug,
    move: (from, at) => move(from, at === 'top' ? index : index + 1),
  });
  return (
    <li
      ref={element}
      class="translation-row"
      data-edge={edge ?? undefined}
      data-dragged={isDragged || undefined}
      data-movable={(mayChange && count > 1) || undefined}
    >
      <span class="translation-name">
        {name} <span class="meta">{isMissing ? texts.missing : slug}</span>
      </span>
      {mayChange && (
        <span class="row">
          <button
            type="button"
            class="quiet"
            aria-label={texts.moveUp(name)}
            disabled={index === 0}
            onClick={() => move(index, index - 1)}
          >
            ↑
          </button>
          <button
            type="button"
            class="quiet"
            aria-label={texts.moveDown(name)}
            disabled={index === count - 1}
            onClick={() => move(index, index + 2)}
          >
            ↓
          </button>
          <button type="button" class="quiet" aria-label={texts.remove(name)} onClick={remove}>
            ×
          </button>
        </span>
      )}
    </li>
  );
}
