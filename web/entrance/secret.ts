import '../shared/fonts.css';
import '../shared/tokens.css';
import './entrance.css';
import { pollForReload } from './poll-for-reload.ts';
import { revealOnPresence } from './reveal-on-presence.ts';
import { groupSecret, parseSecretFragment } from './secret-format.ts';

/** Sends a secret that the link brought along; otherwise only groups what is typed, so that it can be compared. */
const input = document.querySelector<HTMLInputElement>('input[name="secret"]')!;

function sendFromAddress(): void {
  const secret = parseSecretFragment(location.hash);
  if (!secret) return;
  // Off the address first: whoever sees this screen, its history or a picture of it must not see the secret.
  history.replaceState(null, '', location.pathname + location.search);
  input.value = groupSecret(secret);
  input.form!.requestSubmit();
}

input.addEventListener('input', () => {
  const { value, selectionEnd } = input;
  // Only at the end: a cursor in the middle must not jump.
  if (selectionEnd === value.length) input.value = groupSecret(value);
});
addEventListener('hashchange', sendFromAddress);
sendFromAddress();
// Who has just given a wrong secret is still there.
revealOnPresence(document.querySelector('.problem') !== null);
pollForReload();
