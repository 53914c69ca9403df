export interface Owner {
  readonly kind: 'account' | 'organization';
  readonly id: string;
}
