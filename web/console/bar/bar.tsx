import { useConsole } from '../state/console-context.ts';
import { describeReading } from './describe-reading.ts';

/** Renders the field in which the operator types. Enter shows the passage if the text has one meaning. */
export function Bar() {
  const context = useConsole();
  const { bar, live, history, strings } = context;
  const { value: selection } = bar.selection;
  const { value: text } = bar.text;
  const { value: reading } = bar.reading;
  const count = bar.candidates.value.length;
  const recent = selection?.list === 'recent' ? history.indexOf(selection.id) : null;
  const active = text === '' ? recent : count > 0 ? (bar.chosen.value ?? 0) : null;

  // Reads the signals directly: a key press can arrive before the previous change is rendered.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || bar.text.value === '') return;
    const { length } = bar.candidates.value;
    const isChoice = bar.needsChoice.value && /^[1-9]$/.test(event.key) && Number(event.key) <= length;
    if (isChoice && !event.repeat) {
      event.preventDefault();
      bar.choose(Number(event.key) - 1);
      bar.enter();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const options = { selects: event.ctrlKey || event.metaKey, plans: event.shiftKey };
      // Selecting and planning show nothing, so they do not confirm the strip's question.
      if (event.repeat || (!options.selects && !options.plans && live.confirm())) return;
      bar.enter(options);
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !event.altKey) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const at = bar.chosen.value;
      if (length > 0) bar.choose(at === null && step > 0 ? 0 : ((at ?? 0) + step + length) % length);
    }
  };

  const barStrings = strings.bar;
  return (
    <search class="bar" data-queues={bar.parsed.value.queues || undefined}>
      <span class="lamp" data-reading={text === '' ? 'none' : reading} />
      <input
        ref={bar.input}
        class="bar-input"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={active !== null}
        aria-controls={active === null ? undefined : 'candidates'}
        aria-activedescendant={active === null ? undefined : `candidate-${active}`}
        aria-label={barStrings.label}
        placeholder={barStrings.placeholder}
        autocomplete="off"
        autocapitalize="off"
        enterkeyhint="go"
        spellcheck={false}
        maxLength={200}
        value={text}
        onInput={({ currentTarget }) => bar.type(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span class="reading" role="status">
        {describeReading(bar, barStrings)}
      </span>
      <span class="bar-hints" aria-hidden="true">
        {barStrings.hints.map(([key, does]) => (
          <span key={key}>
            <kbd>{key}</kbd> {does}
          </span>
        ))}
      </span>
    </search>
  );
}
