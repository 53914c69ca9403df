const STYLES = `
:host { position: absolute; inset: 0; display: block; overflow: hidden; container-type: size; opacity: 0; }
[hidden] { display: none !important; }
p { margin: 0; unicode-bidi: plaintext; text-align: start; overflow-wrap: anywhere; white-space: pre-line; }
p:empty { display: none; }
div {
  position: absolute; box-sizing: border-box; overflow: hidden; display: flex; flex-direction: column; gap: 0.3em;
  font: 600 calc(var(--size) * 0.1cqh) / 1.3 'Noto Sans', 'Segoe UI', system-ui, sans-serif; color: #fff;
}
.lower-third { inset: auto 4cqw 6cqh; max-height: 34cqh; padding: 2cqh 2.5cqw; background: #101418e0; }
.full-page { inset: 0; padding: 7cqh 7cqw; background: #101418; justify-content: safe center; }
.reference { font-size: 0.75em; color: #d5dae0; }
.attribution { font-size: max(0.4em, 1.2cqh); font-weight: 400; color: #d5dae0; }
`;

/** Returns the style sheet of the graphic. A renderer whose policy forbids inline styles applies it, too. */
export function createSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  return sheet;
}
