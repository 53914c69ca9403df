import type { LiveNow } from '../../../clients/typescript/src/index.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';

/** Returns who made a change, in words. A remote or a button is named as one. [D68], [D74] */
export function nameAuthor(change: LiveNow['changed'], strings: ConsoleStrings['strip']): string {
  if (!change?.by) return strings.unknownAuthor;
  if (change.operation.endsWith('ByButton')) return strings.button(change.by);
  return change.operation.endsWith('ByRemote') ? strings.remote(change.by) : change.by;
}
