import type { ComponentChildren } from 'preact';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { useConsole } from '../state/console-context.ts';

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** Renders the open dialog of the console. Closing it moves the focus to the bar. */
export function ConsoleDialog({ title, children }: Props) {
  const { dialog, bar } = useConsole();
  return (
    <DialogFrame
      title={title}
      onClose={() => {
        dialog.value = null;
        bar.focus();
      }}
    >
      {children}
    </DialogFrame>
  );
}
