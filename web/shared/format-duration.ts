/** Formats a duration: "4:05", "1:04:05", or for elapsed time "+0:12". */
export function formatDuration(seconds: number): string {
  const all = Math.abs(seconds);
  const parts = [Math.floor(all / 3_600), Math.floor(all / 60) % 60, all % 60];
  const shown = parts
    .slice(parts[0] === 0 ? 1 : 0)
    .map((part, index) => (index === 0 ? part : `${part}`.padStart(2, '0')));
  return `${seconds < 0 ? '+' : ''}${shown.join(':')}`;
}
