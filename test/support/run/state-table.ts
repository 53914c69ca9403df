/** One cell of a table: in a state, an input has an outcome. */
export interface Cell {
  readonly state: string;
  readonly input: string;
  readonly outcome: string;
}

/** Reads a table: inputs in the first line, then a line for each state. Cells are separated by `|`. */
export function readTable(text: string): Cell[] {
  const [inputs, ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.flatMap(([state, ...outcomes]) =>
    inputs!.slice(1).map((input, index) => ({ state: state!, input, outcome: outcomes[index]! })),
  );
}
