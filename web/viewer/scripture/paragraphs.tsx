/** Renders each line as a paragraph; an empty line enlarges the gap before the next one. */
export function Paragraphs({ text }: { text: string }) {
  const lines = text.split('\n').map((line) => line.trim());
  return (
    <>
      {lines.map((line, index) => line && <p class={index > 0 && !lines[index - 1] ? 'apart' : undefined}>{line}</p>)}
    </>
  );
}
