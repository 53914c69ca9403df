/** A paragraph for every line break; an empty line makes the gap before the next one larger. */
export function Paragraphs({ text }: { text: string }) {
  const lines = text.split('\n').map((line) => line.trim());
  return (
    <>
      {lines.map((line, index) => line && <p class={index > 0 && !lines[index - 1] ? 'apart' : undefined}>{line}</p>)}
    </>
  );
}
