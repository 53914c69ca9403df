import { useConsole } from '../console-context.ts';

/** What the audience has now, and what comes next. */
export function OnAir() {
  const { words, live } = useConsole();
  const { value: now } = live.now;
  const { focus, slide, next } = now ?? {};
  return (
    <section class="pane on-air" aria-label={words.onAir.title}>
      <h2>{words.onAir.title}</h2>
      {focus && (
        <p class="place">
          {focus.reference} {focus.parts > 1 && words.onAir.part(focus.part + 1, focus.parts)}
        </p>
      )}
      {focus?.texts.map(({ translation, language, text }) => (
        <p key={translation} lang={language} dir="auto">
          {text}
        </p>
      ))}
      {slide && <p>{slide.title ?? slide.text}</p>}
      {now && !focus && !slide && <p>{words.onAir.nothing}</p>}
      {next && (
        <p class="next-up">
          {words.onAir.next}: {next.reference} <span dir="auto">{next.text}</span>
        </p>
      )}
    </section>
  );
}
