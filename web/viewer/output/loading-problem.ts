/** Returns whether an image or a font of the page failed to load. */
export function findLoadingProblem(mount: HTMLElement): 'image' | 'font' | null {
  if ([...mount.querySelectorAll('img')].some((image) => image.complete && image.naturalWidth === 0)) return 'image';
  return [...document.fonts].some(isMissing) ? 'font' : null;
}

/** Returns whether a font failed to load. Fallback faces come from the device, which may lack them. */
const isMissing = ({ status, family }: FontFace): boolean => status === 'error' && !family.includes('Fallback');
