import { toQrPath } from '../../../src/contract/qr-path.ts';

/** Renders the QR code of a link, with the address below it. */
export function FollowCode({ link }: { link: string }) {
  const { size, path } = toQrPath(link, 'M');
  const { host, pathname } = new URL(link);
  return (
    <>
      <svg viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges" aria-hidden="true">
        <path d={path} />
      </svg>
      <bdi>
        {host}
        <br />
        {pathname}
      </bdi>
    </>
  );
}
