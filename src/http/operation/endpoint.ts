import type { Authenticator } from '../../auth/authenticator.ts';
import type { Principal } from '../../auth/principal.ts';
import type { Operation, OperationId } from '../../contract/operations.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Lives } from '../../domain/live/lives.ts';
import type { Turns } from '../../domain/turns/turns.ts';
import type { Admission } from '../admission/admission.ts';
import type { ResponseServices } from '../responses/record-response.ts';

/** Dependencies of every operation. */
export interface OperationServices extends ResponseServices {
  readonly authenticator: Authenticator;
  readonly admission: Admission;
  readonly lives: Lives;
  /** The turns of expensive operations. */
  readonly turns: Turns;
}

/** An operation with its services, shared by all of its requests. */
export interface Endpoint {
  readonly id: OperationId;
  readonly operation: Operation;
  readonly services: OperationServices;
  /** Checks a credential again, from this node's cache, with optional additional scopes. Rejects if the check fails. */
  recheck(principal: Principal, also?: readonly Scope[]): Promise<void>;
  /** Checks a credential in the storage. Rejects if the check fails. */
  verify(principal: Principal): Promise<void>;
}
