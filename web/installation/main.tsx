import '../shared/fonts.css';
import '../shared/tokens.css';
import '../workspace/styles/workspace.css';
import './editions.css';
import { render } from 'preact';
import type { EditionsPage } from '../../src/contract/edition-jobs.ts';
import { type InterfaceLanguage, toLanguage } from '../../src/locales/languages.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { UiStringsProvider } from '../ui/ui-strings.ts';
import { EditionsApp } from './editions-app.tsx';

const STRINGS: Readonly<Record<InterfaceLanguage, () => Promise<typeof import('./strings-en.ts')>>> = {
  en: () => import('./strings-en.ts'),
  pt: () => import('./strings-pt.ts'),
  de: () => import('./strings-de.ts'),
};

keepFocus(document.querySelector<HTMLElement>('#content')!);
const page: EditionsPage = JSON.parse(document.querySelector('#page-data')!.textContent);
const { editions, dialogs } = await STRINGS[toLanguage(page.language) ?? 'en']();
render(
  <UiStringsProvider value={dialogs}>
    <EditionsApp page={page} strings={editions} />
  </UiStringsProvider>,
  document.querySelector('#editions')!,
);
