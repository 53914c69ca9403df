import type { Authenticator } from '../../auth/authenticator.ts';
import type { Principal } from '../../auth/principal.ts';
import type { Operation, OperationId } from '../../contract/operations.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Lives } from '../../domain/live/lives.ts';
import type { Admission } from '../admission/admission.ts';
import type { ResponseServices } from '../responses/record-response.ts';

/** What every operation works with. The routes of a resource say what else they take. */
export interface OperationServices extends ResponseServices {
  readonly authenticator: Authenticator;
  readonly admission: Admission;
  readonly lives: Lives;
}

/** What all requests of an operation have in common. */
export interface Endpoint {
  readonly id: OperationId;
  readonly operation: Operation;
  readonly services: OperationServices;
  /** Rejects when the caller has lost the authority that the operation needs, as far as this node has heard, or lacks other scopes. */
  recheck(principal: Principal, also?: readonly Scope[]): Promise<void>;
  /** The same, by what is true now. */
  verify(principal: Principal): Promise<void>;
}
