/** Saves a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Returns the page as one file: what is shown, with its styles, without scripts, fonts and the parts of the phone. */
export function toSavedPage(mount: HTMLElement, footer: string): string {
  const page = document.documentElement.cloneNode(true) as HTMLElement;
  const head = document.implementation.createHTMLDocument(document.title);
  for (const { name, value } of page.attributes) head.documentElement.setAttribute(name, value);
  head.documentElement.removeAttribute('data-phone');
  head.head.innerHTML = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">';
  const title = head.createElement('title');
  title.textContent = document.title;
  const style = head.createElement('style');
  style.textContent = [...document.styleSheets].map(readRules).join('\n');
  head.head.append(title, style);
  const main = head.createElement('main');
  const content = mount.cloneNode(true) as HTMLElement;
  for (const name of content.getAttributeNames()) content.removeAttribute(name);
  for (const control of content.querySelectorAll('button, fieldset, script, .outage')) control.remove();
  main.append(content);
  if (footer) {
    const notes = head.createElement('pre');
    notes.textContent = footer;
    notes.setAttribute('style', 'white-space: pre-wrap; max-width: 40rem; margin: 2rem auto; padding: 0 1rem');
    main.append(notes);
  }
  head.body.append(main);
  return `<!doctype html>\n${head.documentElement.outerHTML}\n`;
}

/** Returns the rules of a style sheet without its fonts, which the file could not load. */
function readRules(sheet: CSSStyleSheet): string {
  try {
    return [...sheet.cssRules]
      .filter((rule) => !(rule instanceof CSSFontFaceRule))
      .map(({ cssText }) => cssText)
      .join('\n');
  } catch {
    // A sheet of a browser extension.
    return '';
  }
}
