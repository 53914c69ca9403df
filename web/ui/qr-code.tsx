import { useMemo } from 'preact/hooks';
import { toQrPath } from '../../src/contract/qr-path.ts';

/** Renders a QR code as a single SVG path. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => toQrPath(text), [text]);
  return (
    <div class="qr">
      <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
        <path d={path} fill="currentColor" />
      </svg>
    </div>
  );
}
