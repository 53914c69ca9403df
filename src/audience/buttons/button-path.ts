import { BUTTON_ACTIONS, type ButtonAction } from '../../contract/buttons.ts';
import { CREDENTIAL_PREFIXES } from '../../domain/account/credentials/credential-secret.ts';

/** The formats in which what is shown can be read, by the name of the path. */
const NOW_FORMATS = { now: 'json', 'now.json': 'json', 'now.txt': 'txt', 'now.xml': 'xml' } as const;
export type NowFormat = (typeof NOW_FORMATS)[keyof typeof NOW_FORMATS];

/** The target of a path below `/b`. */
type Target =
  | { readonly does: 'read'; readonly format: NowFormat }
  | { readonly does: 'command'; readonly action: ButtonAction | 'passage' }
  /** `number` is null if it is no number, so that no entry has it. */
  | { readonly does: 'command'; readonly action: 'entry'; readonly number: number | null };

interface ButtonPath {
  readonly linkId: string;
  /** The key, if the path has one. */
  readonly key: string | null;
  readonly target: Target | null;
}

/** Reads the path after `/b/`: `{link_id}/{action}` or `{link_id}/{key}/{action}`. [D74] */
export function parseButtonPath(path: string): ButtonPath {
  const [linkId = '', ...rest] = path.split('/');
  const hasKey = rest[0]?.startsWith(CREDENTIAL_PREFIXES.button) ?? false;
  return { linkId, key: hasKey ? rest[0]! : null, target: toTarget(hasKey ? rest.slice(1) : rest) };
}

function toTarget([name = '', parameter, ...more]: readonly string[]): Target | null {
  if (name === 'entry' && parameter && more.length === 0) {
    return { does: 'command', action: 'entry', number: /^[1-9]\d{0,3}$/.test(parameter) ? Number(parameter) : null };
  }
  if (parameter !== undefined) return null;
  if (Object.hasOwn(NOW_FORMATS, name)) return { does: 'read', format: NOW_FORMATS[name as keyof typeof NOW_FORMATS] };
  const isAction = name === 'passage' || (BUTTON_ACTIONS as readonly string[]).includes(name);
  return isAction ? { does: 'command', action: name as ButtonAction | 'passage' } : null;
}
