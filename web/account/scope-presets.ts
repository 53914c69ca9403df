/** Checks the scope boxes of the chosen preset. Changing a box by hand selects the custom preset. */
export function bindScopePresets(page: Document = document): void {
  for (const group of page.querySelectorAll<HTMLFieldSetElement>('fieldset[data-presets]')) {
    const boxes = [...group.querySelectorAll<HTMLInputElement>('input[name=scopes]')];
    group.addEventListener('change', ({ target }) => {
      const input = target as HTMLInputElement;
      if (input.name === 'scopes') {
        group.querySelector<HTMLInputElement>('input[value=chosen]')!.checked = true;
      } else if (input.dataset.scopes !== undefined) {
        const scopes = input.dataset.scopes.split(' ');
        for (const box of boxes) box.checked = scopes.includes(box.value);
      }
    });
  }
}
