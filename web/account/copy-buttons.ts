/** Copies what a button names; where there is no clipboard, as on plain HTTP, it selects the text and says what to press. */
export function enableCopyButtons(page: Document = document): void {
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
    const source = page.getElementById(button.dataset.copies!)!;
    const said = button.parentElement!.querySelector<HTMLElement>('[role=status]')!;
    button.hidden = false;
    button.addEventListener('click', async () => {
      const copied = await copy(source.textContent);
      if (!copied) getSelection()?.selectAllChildren(source);
      said.textContent = (copied ? button.dataset.copied : button.dataset.selected)!;
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
