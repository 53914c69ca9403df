/** Puts the attribution where the lines of the text above it begin, unless it would need more lines there. */
export function alignAttribution(text: HTMLElement, attribution: HTMLElement): void {
  attribution.style.marginInlineStart = '';
  const height = attribution.offsetHeight;
  const { direction, paddingRight } = getComputedStyle(attribution);
  const isRightToLeft = direction === 'rtl';
  // At the right stands the organization's mark.
  const taken = isRightToLeft ? Number.parseFloat(paddingRight) : 0;
  const [start, from] = isRightToLeft ? [endOf(attribution), endOf(text)] : [text.offsetLeft, attribution.offsetLeft];
  attribution.style.marginInlineStart = `${Math.max(0, start - from - taken)}px`;
  if (attribution.offsetHeight > height) attribution.style.marginInlineStart = '';
}

const endOf = (element: HTMLElement): number => element.offsetLeft + element.offsetWidth;
