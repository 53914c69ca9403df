import '../shared/fonts.css';
import '../shared/tokens.css';
import './entrance.css';
import { lookAgain } from './look-again.ts';
import { readSecret, toGroups } from './secret-format.ts';
import { showToPeople } from './unattended.ts';

/** Sends a secret that the link brought along; otherwise only groups what is typed, so that it can be compared. */
const input = document.querySelector<HTMLInputElement>('input[name="secret"]')!;

function sendFromAddress(): void {
  const secret = readSecret(location.hash);
  if (!secret) return;
  // Off the address first: whoever sees this screen, its history or a picture of it must not see the secret.
  history.replaceState(null, '', location.pathname + location.search);
  input.value = toGroups(secret);
  input.form!.requestSubmit();
}

input.addEventListener('input', () => {
  const { value, selectionEnd } = input;
  // Only at the end: a cursor in the middle must not jump.
  if (selectionEnd === value.length) input.value = toGroups(value);
});
addEventListener('hashchange', sendFromAddress);
sendFromAddress();
// Who has just given a wrong secret is still there.
showToPeople(document.querySelector('.problem') !== null);
lookAgain();
