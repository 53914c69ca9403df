import { useMemo } from 'preact/hooks';
import { encode } from 'uqr';

/** Width of the quiet zone around a QR code, in modules. ISO/IEC 18004 §5.3.8 */
const BORDER = 4;

/** Renders a QR code as a single SVG path. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: side } = encode(text, { border: BORDER });
    const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
    return { size: side, path: squares.join('') };
  }, [text]);
  return (
    <div class="qr">
      <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
        <path d={path} fill="currentColor" />
      </svg>
    </div>
  );
}
