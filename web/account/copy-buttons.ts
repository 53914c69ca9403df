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
      const copied = await copy(source.textContent);
      if (!copied) getSelection()?.selectAllChildren(source);
      status.textContent = (copied ? button.dataset.copied : button.dataset.selected)!;
    });
  }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
