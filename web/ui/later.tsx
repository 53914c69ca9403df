import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';

interface Later<Props> extends FunctionComponent<Props & { onFailure?: () => void }> {
  /** Loads the component before it is rendered. Rejects if it cannot be loaded. */
  load(): Promise<void>;
}

/**
 * Returns a component whose code is loaded when it is first rendered. Until then it renders nothing. If the code cannot
 * be loaded, it calls `onFailure`; the next time that it is rendered, it tries again.
 */
export function later<Props extends object>(importComponent: () => Promise<FunctionComponent<Props>>): Later<Props> {
  const loaded = signal<{ readonly Component: FunctionComponent<Props> } | null>(null);
  const load = async () => {
    loaded.value ??= { Component: await importComponent() };
  };
  const Later = ({ onFailure, ...props }: Props & { onFailure?: () => void }) => {
    useEffect(() => {
      load().catch(() => onFailure?.());
    }, []);
    const { value: found } = loaded;
    return found && <found.Component {...(props as unknown as Props)} />;
  };
  return Object.assign(Later, { load });
}
