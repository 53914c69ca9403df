import type { Remote } from './remote.ts';

const KEY_HANDLERS: Readonly<Record<string, (remote: Remote) => void>> = {
  ArrowRight: (remote) => remote.step(1),
  PageDown: (remote) => remote.step(1),
  ' ': (remote) => remote.step(1),
  ArrowLeft: (remote) => remote.step(-1),
  PageUp: (remote) => remote.step(-1),
  '.': (remote) => remote.hide(),
};

/** Binds the keys of keyboards and presentation clickers. Acts once per key press and ignores repeats. */
export function bindKeys(remote: Remote): void {
  const findHandler = ({ key, ctrlKey, altKey, metaKey, isComposing, target }: KeyboardEvent) => {
    if (ctrlKey || altKey || metaKey || isComposing) return undefined;
    // Space presses the button that has the keyboard focus.
    return key === ' ' && target instanceof HTMLButtonElement ? undefined : KEY_HANDLERS[key];
  };
  addEventListener('keydown', (event) => {
    const handler = findHandler(event);
    if (!handler) return;
    event.preventDefault();
    if (!event.repeat) handler(remote);
  });
}
