import '../styles/backdrop.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Rgb } from '../design/color.ts';
import { findShade } from './shade.ts';

/** Size at which the pixels of an image are read, in px. */
const READ_WIDTH = 320;
const READ_HEIGHT = 180;
const INKS = ['--text', '--accent', '--text-soft', '--reference-ink', '--translation-ink', '--foot'] as const;
/** Time in ms for which a new image fades in over the one before. At least `--duration` of the styles. */
const FADE_MS = 1_000;

interface Props {
  /** URL of an image of the organization. */
  readonly image: string;
  /** Whether text can be over the image. */
  readonly shaded: boolean;
  /** Changes with the colors of the page. */
  readonly colors: string;
}

/**
 * Renders an image behind the text. It appears when it is loaded and its shade is known; the text does not wait. An
 * earlier image stays below until then.
 */
export function Backdrop({ image, ...others }: Props) {
  /** URLs from the lowest to the current one. */
  const layers = useRef<string[]>([]);
  const [, redraw] = useState(0);
  layers.current = [...layers.current.filter((one) => one !== image), image];
  const settle = (one: string) => {
    layers.current = layers.current.slice(layers.current.indexOf(one));
    redraw((count) => count + 1);
  };
  return (
    <>
      {layers.current.map((one) => (
        <Layer key={one} image={one} {...others} settle={settle} />
      ))}
    </>
  );
}

function Layer({ image, shaded, colors, settle }: Props & { settle(one: string): void }) {
  const element = useRef<HTMLImageElement>(null);
  const [shade, setShade] = useState<number | null>(null);
  const measure = () => setShade(shaded ? measureShade(element.current!) : 0);
  useEffect(() => {
    if (element.current!.complete && element.current!.naturalWidth > 0) measure();
  }, [shaded, colors]);
  useEffect(() => {
    if (shade === null) return;
    const timer = setTimeout(settle, FADE_MS, image);
    return () => clearTimeout(timer);
  }, [shade === null]);
  return (
    <div class="backdrop" data-ready={shade !== null} style={{ '--shade': shade ?? 0 }}>
      <img src={image} alt="" ref={element} onLoad={measure} />
    </div>
  );
}

function measureShade(image: HTMLImageElement): number {
  const canvas = document.createElement('canvas');
  canvas.width = READ_WIDTH;
  canvas.height = READ_HEIGHT;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const style = getComputedStyle(document.documentElement);
  const [ground, ...inks] = ['--ground', ...INKS].map((name): Rgb => {
    context.fillStyle = style.getPropertyValue(name);
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    return [r!, g!, b!];
  });
  context.drawImage(image, 0, 0, READ_WIDTH, READ_HEIGHT);
  return findShade(context.getImageData(0, 0, READ_WIDTH, READ_HEIGHT).data, ground!, inks);
}
