/** Aligns the attribution with the lines of the text above it, unless it would need more lines there. */
export function alignAttribution(text: HTMLElement, attribution: HTMLElement): void {
  attribution.style.marginInlineStart = '';
  const height = attribution.offsetHeight;
  const { direction, paddingRight } = getComputedStyle(attribution);
  const isRightToLeft = direction === 'rtl';
  // The organization's logo takes up the padding on the right.
  const taken = isRightToLeft ? Number.parseFloat(paddingRight) : 0;
  const [start, from] = isRightToLeft ? [endOf(attribution), endOf(text)] : [text.offsetLeft, attribution.offsetLeft];
  attribution.style.marginInlineStart = `${Math.max(0, start - from - taken)}px`;
  if (attribution.offsetHeight > height) attribution.style.marginInlineStart = '';
}

const endOf = (element: HTMLElement): number => element.offsetLeft + element.offsetWidth;
