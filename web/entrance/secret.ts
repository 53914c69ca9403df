import '../shared/fonts.css';
import '../shared/tokens.css';
import './entrance.css';
import { pollForReload } from './poll-for-reload.ts';
import { revealOnPresence } from './reveal-on-presence.ts';
import { groupSecret, parseSecretFragment } from './secret-format.ts';

/**
 * Submits the secret from the link. Groups characters as they are typed, so that they are easy to compare.
 */
const input = document.querySelector<HTMLInputElement>('input[name="secret"]')!;

function sendFromAddress(): void {
  const secret = parseSecretFragment(location.hash);
  if (!secret) return;
  // Removes the secret from the address first, so that it appears neither on the screen nor in the history.
  history.replaceState(null, '', location.pathname + location.search);
  input.value = groupSecret(secret);
  input.form!.requestSubmit();
}

input.addEventListener('input', () => {
  const { value, selectionEnd } = input;
  // Formats only while typing at the end: a caret in the middle must not jump.
  if (selectionEnd === value.length) input.value = groupSecret(value);
});
addEventListener('hashchange', sendFromAddress);
sendFromAddress();
// A person who opened the page, or just entered a wrong secret, is present; at a reload or in an overlay, perhaps not.
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const isOpened = navigation?.type === 'navigate' && document.documentElement.dataset.surface !== 'picture';
revealOnPresence(isOpened || document.querySelector('.problem') !== null);
pollForReload();
