import { copyText } from '../shared/copy-text.ts';
import { docsStrings } from './docs-strings.ts';

const ANNOUNCED_MS = 2000;

/** Shows the buttons that copy a block of code. Without a clipboard, as on plain HTTP, a button selects the code. */
export function addCopyButtons(): void {
  const { code: strings } = docsStrings();
  const announcement = document.querySelector<HTMLElement>('#announced')!;
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
    const code = button.parentElement!.querySelector('code')!;
    button.hidden = false;
    button.addEventListener('click', async () => {
      const copied = await copyText(code.textContent);
      if (!copied) getSelection()?.selectAllChildren(code);
      button.textContent = copied ? strings.copied : strings.selected;
      announcement.textContent = copied ? strings.isCopied : strings.isSelected;
      setTimeout(() => {
        button.textContent = strings.copy;
        announcement.textContent = '';
      }, ANNOUNCED_MS);
    });
  }
}
