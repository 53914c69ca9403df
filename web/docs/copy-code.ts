import { copyText } from '../shared/copy-text.ts';

const ANNOUNCED_MS = 2000;

/** Shows the buttons that copy a block of code. Without a clipboard, as on plain HTTP, a button selects the code. */
export function addCopyButtons(): void {
  const announcement = document.querySelector<HTMLElement>('#announced')!;
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
    const code = button.parentElement!.querySelector('code')!;
    button.hidden = false;
    button.addEventListener('click', async () => {
      const copied = await copyText(code.textContent);
      if (!copied) getSelection()?.selectAllChildren(code);
      button.textContent = copied ? 'Copied' : 'Selected';
      announcement.textContent = copied ? 'The code is copied.' : 'The code is selected: press Ctrl+C to copy it.';
      setTimeout(() => {
        button.textContent = 'Copy';
        announcement.textContent = '';
      }, ANNOUNCED_MS);
    });
  }
}
