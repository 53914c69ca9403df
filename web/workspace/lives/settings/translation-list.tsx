import { SETTINGS_TRANSLATIONS_MAX } from '../../../../src/contract/limits.ts';
import { workspacePath } from '../../../../src/contract/workspace-page.ts';
import type { LibraryEdition } from '../../../session/fetch-editions.ts';
import { useWorkspace } from '../../workspace-context.ts';
import { OrderedRow } from '../ordered-row.tsx';
import { editionName } from './describe-setting.ts';

interface Props {
  readonly slugs: readonly string[];
  /** Editions of the library. */
  readonly editions: readonly LibraryEdition[];
  readonly mayChange: boolean;
  change(slugs: readonly string[]): void;
}

/** Renders the translations of a Live in their order. */
export function TranslationList({ slugs, editions, mayChange, change }: Props) {
  const { page, strings } = useWorkspace();
  const { settings: texts } = strings.lives;
  const others = editions.filter(({ slug }) => !slugs.includes(slug));
  return (
    <>
      {slugs.length === 0 ? (
        <p class="warning">{texts.noTranslations}</p>
      ) : (
        <>
          {mayChange && slugs.length > 1 && <p class="hint">{texts.translationsHint}</p>}
          <ol class="translations">
            {slugs.map((slug, index) => (
              <OrderedRow
                key={slug}
                list="translations"
                items={slugs}
                index={index}
                label={editionName(editions, slug)}
                mayChange={mayChange}
                change={change}
                remove={() => change(slugs.filter((one) => one !== slug))}
              >
                <span class="translation-name">
                  {editionName(editions, slug)}{' '}
                  <span class="meta">{editions.some((edition) => edition.slug === slug) ? slug : texts.missing}</span>
                </span>
              </OrderedRow>
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
