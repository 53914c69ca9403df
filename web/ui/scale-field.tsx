import { SCALE_MAX_STEPS, SCALE_MIN_STEPS } from '../../src/contract/limits.ts';

const SCALES = Array.from({ length: SCALE_MAX_STEPS - SCALE_MIN_STEPS + 1 }, (_, index) => SCALE_MIN_STEPS + index);

interface Props {
  readonly label: string;
  /** Name of the size without a change. */
  readonly usual: string;
  readonly scale: number;
  change(scale: number): void;
}

/** Renders the field for the size of the text, in steps. [D21] */
export const ScaleField = ({ label, usual, scale, change }: Props) => (
  <label>
    {label}
    <select value={`${scale}`} onChange={({ currentTarget }) => change(Number(currentTarget.value))}>
      {SCALES.map((each) => (
        <option key={each} value={`${each}`}>
          {each === 0 ? usual : each > 0 ? `+${each}` : `−${-each}`}
        </option>
      ))}
    </select>
  </label>
);
