import { foldText } from '../../src/contract/fold-text.ts';
import { docsStrings } from './docs-strings.ts';

/** A page or heading in the index that the build writes. */
interface Entry {
  readonly text: string;
  readonly place: string;
  readonly address: string;
}

const RESULTS_MAX = 12;

/**
 * Shows the button that opens the search, and opens it with `/` or Ctrl+K. The index is loaded when the search first
 * opens.
 */
export function addDocsSearch(): void {
  const { search: strings } = docsStrings();
  const dialog = document.querySelector<HTMLDialogElement>('#search')!;
  const opener = document.querySelector<HTMLButtonElement>('.open-search')!;
  const input = dialog.querySelector('input')!;
  const results = dialog.querySelector('ul')!;
  const found = dialog.querySelector<HTMLElement>('.found')!;
  let index: Promise<readonly Entry[]> | undefined;

  const open = () => {
    index ??= load(dialog.dataset.index!);
    if (!dialog.open) dialog.showModal();
    input.select();
  };
  const show = async () => {
    const words = toWords(input.value);
    const entries = await index?.catch(() => undefined);
    if (!entries) {
      index = undefined;
      found.textContent = strings.failed;
      return;
    }
    const matching = words.length > 0 ? rank(entries, words) : [];
    results.replaceChildren(...matching.slice(0, RESULTS_MAX).map(toItem));
    found.textContent =
      words.length === 0 ? '' : matching.length === 0 ? strings.nothing : strings.found(matching.length);
  };

  opener.hidden = false;
  opener.addEventListener('click', open);
  input.addEventListener('input', show);
  dialog.querySelector('.close-search')!.addEventListener('click', () => dialog.close());
  // A result can be a heading of the open page, which does not reload.
  results.addEventListener('click', () => dialog.close());
  dialog.addEventListener('keydown', (event) => moveBetweenResults(event, [input, ...results.querySelectorAll('a')]));
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest('input, textarea') !== null;
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping;
    if (!isSlash && !(event.key === 'k' && (event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    open();
  });
}

async function load(address: string): Promise<readonly Entry[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

const toWords = (text: string): string[] => foldText(text).split(/\s+/).filter(Boolean);

/** Returns the entries that contain every word, the best match first. */
function rank(entries: readonly Entry[], words: readonly string[]): Entry[] {
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

function scoreOf({ text, place, address }: Entry, words: readonly string[]): number {
  const own = foldText(text);
  const all = `${own} ${foldText(place)} ${address}`;
  if (!words.every((word) => all.includes(word))) return 0;
  const inText = words.filter((word) => own.includes(word)).length;
  return 1 + 2 * inText + (own.startsWith(words[0]!) ? 2 : 0) + (address.includes('#') ? 0 : 3);
}

function toItem({ text, place, address }: Entry): HTMLLIElement {
  const link = document.createElement('a');
  link.href = address;
  const where = document.createElement('span');
  where.textContent = place;
  link.append(text, ' ', where);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function moveBetweenResults(event: KeyboardEvent, stops: readonly HTMLElement[]): void {
  if (event.key === 'Enter' && event.target === stops[0]) stops[1]?.click();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const next = stops[stops.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
