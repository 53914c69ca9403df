import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { SubmitState } from './use-submit.ts';

interface Props {
  /** State of the requests that the form sends. Absent if it sends none. */
  readonly requests?: SubmitState;
  /** Reason why the form cannot be submitted as it is filled in. */
  readonly problem?: ComponentChildren;
  /** Label of the button that submits the form. Null if it cannot be submitted. */
  readonly submitLabel: string | null;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  /** Whether Enter submits the form as soon as it appears. */
  readonly isSubmitFocused?: boolean;
  /** Buttons before the one that submits the form. */
  readonly otherButtons?: ComponentChildren;
  submit(): unknown;
  readonly children?: ComponentChildren;
}

/** Renders the form of a dialog: its fields, why it could not be submitted, and its buttons. */
export function DialogForm(props: Props) {
  const { requests, submitLabel, isDanger, isDisabled, isSubmitFocused, otherButtons, submit, children } = props;
  const submitButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSubmitFocused) submitButton.current?.focus();
  }, []);
  const problem = requests?.problem.value ?? props.problem;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
      {problem && (
        <p class="dialog-problem" role="alert">
          {problem}
        </p>
      )}
      <div class="dialog-acts">
        {otherButtons}
        {submitLabel !== null && (
          <button
            ref={submitButton}
            type="submit"
            class={isDanger ? 'danger primary' : 'primary'}
            disabled={isDisabled || requests?.busy.value}
          >
            {submitLabel}
          </button>
        )}
      </div>
    </form>
  );
}
