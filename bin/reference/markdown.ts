/** Returns a Markdown table. */
export function toMarkdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(headings), `|${' --- |'.repeat(headings.length)}`, ...rows.map(line)].join('\n');
}

export const toInlineCode = (text: string): string => `\`${text}\``;

export const formatNumber = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 6 });

export const joinSections = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;
