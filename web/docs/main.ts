import '../shared/fonts.css';
import '../shared/tokens.css';
import '../shared/system-theme.css';
import './styles/docs.css';
import './api.css';
import { addCopyButtons } from './copy-code.ts';
import { docsStrings } from './docs-strings.ts';
import { addDocsSearch } from './search.ts';

addCopyButtons();
addDocsSearch();
makeScrollersReachable();

/** Lets the keyboard scroll a table or a block of code that is larger than its box. */
function makeScrollersReachable(): void {
  const boxes = document.querySelectorAll<HTMLElement>('article pre, article .table');
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) makeReachable(target as HTMLElement);
  });
  for (const box of boxes) {
    makeReachable(box);
    observer.observe(box);
  }
  // A loaded font changes the width of the text but not of its box, so the observer does not report it.
  document.fonts.ready.then(() => boxes.forEach(makeReachable));
}

function makeReachable(box: HTMLElement): void {
  if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) {
    box.tabIndex = 0;
    // A region would be a landmark, and a page has many of them.
    box.role = 'group';
    const { block, table } = docsStrings().code;
    box.ariaLabel = box.tagName === 'PRE' ? block : table;
  } else {
    for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name);
  }
}
