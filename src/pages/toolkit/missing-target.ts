import { LecternError } from '../../contract/lectern-error.ts';

/** A form whose target no longer exists, often because another person was faster. */
export class MissingTargetError extends LecternError {
  /** The page with the form. */
  readonly back: string;

  constructor(back: string, { detail }: LecternError) {
    super('not_found', detail);
    this.back = back;
  }
}
