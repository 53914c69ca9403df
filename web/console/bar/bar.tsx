import { useConsole } from '../console-context.ts';
import { showTyped } from './show-typed.ts';

/** Where the operator types. Enter shows what the text means, where it means one thing. */
export function Bar() {
  const context = useConsole();
  const { bar, words } = context;
  const { value: text } = bar.text;
  const { value: lookup } = bar.lookup;
  const reading = lookup?.q === text ? lookup.reading : 'wait';

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || text === '') return;
    if (event.key === 'Enter' && !event.repeat) {
      event.preventDefault();
      if (!context.live.confirm()) void showTyped(context);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const count = lookup?.data.length ?? 0;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (count > 0) bar.chosen.value = (bar.chosen.value + step + count) % count;
    }
  };

  return (
    <div class="bar">
      <span class="lamp" data-reading={text === '' ? 'none' : reading} title={words.bar.readings[reading]} />
      <input
        ref={bar.input}
        class="bar-input"
        role="combobox"
        aria-expanded={Boolean(lookup?.data.length)}
        aria-controls="candidates"
        aria-activedescendant={text && lookup?.data.length ? `candidate-${bar.chosen.value}` : undefined}
        aria-label={words.bar.label}
        placeholder={words.bar.placeholder}
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        value={text}
        onInput={({ currentTarget }) => bar.type(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span class="reading" role="status">
        {text && lookup?.q === text && (reading === 'one' ? lookup.data[0]?.reference : words.bar.readings[reading])}
      </span>
    </div>
  );
}
