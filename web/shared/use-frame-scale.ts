import './scaled-frame.css';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Scales a framed page of `width` px to its container, the returned element. The class `scaled-frame` of that element
 * does the rest (scaled-frame.css).
 */
export function useFrameScale(width: number) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = container;
    if (!current) return;
    const setScale = (available: number) => current.style.setProperty('--frame-scale', `${available / width}`);
    setScale(current.clientWidth);
    const resized = new ResizeObserver(([entry]) => setScale(entry!.contentRect.width));
    resized.observe(current);
    return () => resized.disconnect();
  }, [width]);
  return container;
}
