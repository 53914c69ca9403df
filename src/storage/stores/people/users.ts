/** The user fields that sign-in needs. */
export interface SignInUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly accountId: string;
  readonly passwordHash: string | null;
  readonly disabled: boolean;
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly accountId: string;
  readonly passwordHash: string;
}
