import { copyText } from '../shared/copy-text.ts';

/**
 * Makes each `data-copies` button copy the text it names. Without a clipboard, as on plain HTTP, selects the text and
 * names the key to press.
 */
export function enableCopyButtons(page: Document = document): void {
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
    const source = page.getElementById(button.dataset.copies!)!;
    const status = button.parentElement!.querySelector<HTMLElement>('[role=status]')!;
    button.hidden = false;
    button.addEventListener('click', async () => {
      const copied = await copyText(source.textContent);
      if (!copied) getSelection()?.selectAllChildren(source);
      status.textContent = (copied ? button.dataset.copied : button.dataset.selected)!;
    });
  }
}
