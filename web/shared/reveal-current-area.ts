/** Scrolls the navigation of the header to its current item, which a phone may have no room for. */
export function revealCurrentArea(): void {
  const areas = document.querySelector('.frame-areas');
  const current = areas?.querySelector<HTMLElement>('[aria-current]');
  if (!areas || !current) return;
  const { left, width } = current.getBoundingClientRect();
  const frame = areas.getBoundingClientRect();
  areas.scrollBy({ left: left + width / 2 - (frame.left + frame.width / 2), behavior: 'instant' });
}
