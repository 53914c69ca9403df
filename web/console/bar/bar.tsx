import { useConsole } from '../state/console-context.ts';
import { describeReading } from './describe-reading.ts';
import { pressInBar } from './press-in-bar.ts';

/** Renders the field in which the operator types. Enter shows the passage if the text has one meaning. */
export function Bar() {
  const context = useConsole();
  const { bar, history, strings } = context;
  const { value: selection } = bar.selection;
  const { value: text } = bar.text;
  const { value: reading } = bar.reading;
  const count = bar.candidates.value.length;
  const recent = selection?.list === 'recent' ? history.indexOf(selection.id) : null;
  const active = text === '' ? recent : count > 0 ? (bar.chosen.value ?? 0) : null;

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
        onKeyDown={(event) => pressInBar(context, event)}
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
