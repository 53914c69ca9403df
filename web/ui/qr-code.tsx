import { useMemo } from 'preact/hooks';
import { encode } from 'uqr';

/** Renders a QR code as a single SVG path. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: side } = encode(text, { border: 0 });
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
