import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { AuditRecord } from '../../storage/storage.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';

/** Operations that the detail describes completely. */
const PLAYBACK = ['updatePlayback', 'playbackByButton'];
/** Operations whose words already say what became of the playback. */
const PLAYBACK_BY_REMOTE = ['hideByRemote', 'showByRemote'];

/** Returns what a record says that someone did, such as "showed Romans 8:28", to be read after their name. [D43] */
export function describeAction(
  language: InterfaceLanguage,
  { operation, detail, onAir }: Pick<AuditRecord, 'operation' | 'detail' | 'onAir'>,
): SafeHtml {
  const { operations, playback, shown } = STRINGS[language].activity;
  const became = detail !== null && Object.hasOwn(playback, detail) && playback[detail as keyof typeof playback];
  if (became && PLAYBACK.includes(operation)) return html`${became}`;
  const words = { ...operations, ...(onAir && shown) }[operation as keyof typeof operations] as string | undefined;
  if (words === undefined) return html`<code>${operation}</code>`;
  const [before, otherwise, after = ''] = words.split(/[[\]]/);
  const isExtra = otherwise === undefined && detail !== null && !PLAYBACK_BY_REMOTE.includes(operation);
  return html`${before}${otherwise !== undefined && (detail === null ? otherwise : html`<strong>${detail}</strong>`)}${after}${isExtra && html` · <strong>${detail}</strong>`}`;
}
