import type { BackupAge } from '../../domain/backups/backups.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { html, type SafeHtml } from './html.ts';
import { timeElement } from './page-language.ts';
import type { Visit } from './visit.ts';

/** Returns the sentence with the time of the latest backup. */
export function backupAgeText(language: InterfaceLanguage, { lastAt }: BackupAge): SafeHtml {
  const strings = STRINGS[language].installation.backups;
  return lastAt === null ? html`${strings.never}` : html`${strings.latest(timeElement(language, lastAt, 'ago'))}`;
}

/** Renders the notice for administrators that the latest backup is older than a week, if it is. [D69] */
export function backupAgeWarning({ language, backupAge }: Visit): SafeHtml | false {
  if (!backupAge?.isOverdue) return false;
  const strings = STRINGS[language].installation.overdue;
  const age = backupAge.lastAt === null ? strings.never : strings.old(timeElement(language, backupAge.lastAt, 'day'));
  return html`<p class="frame-notice" role="status">${age} <a href="/installation/backups">${strings.action}</a></p>
`;
}
