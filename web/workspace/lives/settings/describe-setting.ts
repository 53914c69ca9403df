import type { WorkspaceStrings } from '../../../../src/locales/en/workspace/index.ts';
import type { LibraryEdition } from '../../../session/fetch-editions.ts';
import type { LiveSettingsField, LiveSettingsValues } from '../live-settings.ts';

type Strings = WorkspaceStrings['lives'];

/** Returns the label of a setting. */
export const settingLabel = (texts: Strings['settings'], field: LiveSettingsField): string =>
  field === 'page_characters' ? texts.characters : texts[field];

/** Returns the value of a setting in words. */
export function describeSetting(
  { settings: texts, conflict }: Pick<Strings, 'settings' | 'conflict'>,
  editions: readonly LibraryEdition[],
  field: LiveSettingsField,
  values: LiveSettingsValues,
): string {
  switch (field) {
    case 'translations':
      return values.translations.map((slug) => editionName(editions, slug)).join(', ') || conflict.none;
    case 'theme':
      return texts.themes[values.theme];
    case 'preset':
      return values.preset === null ? texts.asDesign : texts.presets[values.preset];
    case 'transition':
      return values.transition === null ? texts.asDesign : texts.transitions[values.transition];
    case 'earlier':
    case 'order':
    case 'presentation':
      return values[field] ? conflict.on : conflict.off;
    case 'reference':
      return values.reference || conflict.none;
    default:
      return `${values[field]}`;
  }
}

/** Returns the name of an edition, or its slug if the library does not have it. */
export const editionName = (editions: readonly LibraryEdition[], slug: string): string =>
  editions.find((edition) => edition.slug === slug)?.name ?? slug;
