export interface ServerSentEvent {
  type: string;
  data: string;
  id: string | undefined;
}

/**
 * Creates an incremental parser that splits the text of an event stream into events. Source: HTML Living Standard
 * §9.2.6; the server ends lines with LF.
 */
export function createEventStreamParser(onEvent: (event: ServerSentEvent) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      const data = fields.get('data');
      if (data !== undefined) onEvent({ type: fields.get('event') ?? 'message', data, id: fields.get('id') });
    }
  };
}
