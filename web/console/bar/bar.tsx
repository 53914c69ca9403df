import { useConsole } from '../state/console-context.ts';
import { describeReading } from './describe-reading.ts';
import { submitBar } from './submit-bar.ts';

/** Where the operator types. Enter shows what the text means, where it means one thing. */
export function Bar() {
  const context = useConsole();
  const { bar, live, history, words } = context;
  const { value: text } = bar.text;
  const { value: reading } = bar.reading;
  const count = bar.candidates.value.length;
  const active = text === '' ? history.chosen.value : count > 0 ? (bar.chosen.value ?? 0) : null;

  // Reads the signals: a key can come before what the one before it changed is drawn.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || bar.text.value === '') return;
    const { length } = bar.candidates.value;
    const isChoice = bar.asks.value && /^[1-9]$/.test(event.key) && Number(event.key) <= length;
    if (isChoice && !event.repeat) {
      event.preventDefault();
      bar.chosen.value = Number(event.key) - 1;
      void submitBar(context);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const how = { selects: event.ctrlKey || event.metaKey, plans: event.shiftKey };
      // What selects or plans shows nothing, so it is no answer to a strip.
      if (event.repeat || (!how.selects && !how.plans && live.confirm())) return;
      void submitBar(context, how);
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !event.altKey) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const at = bar.chosen.value;
      if (length > 0) bar.chosen.value = at === null && step > 0 ? 0 : ((at ?? 0) + step + length) % length;
    }
  };

  const names = words.bar;
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
        aria-label={names.label}
        placeholder={names.placeholder}
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
        {describeReading(bar, names)}
      </span>
      <span class="bar-hints" aria-hidden="true">
        {names.hints.map(([key, does]) => (
          <span key={key}>
            <kbd>{key}</kbd> {does}
          </span>
        ))}
      </span>
    </search>
  );
}
