/** Returns an object that stands for another one, which is created later: for what a hook of a suite starts. */
export const delegateTo = <Target extends object>(find: () => Target): Target =>
  new Proxy({} as Target, {
    get: (_, name) => {
      const value = Reflect.get(find(), name);
      return typeof value === 'function' ? value.bind(find()) : value;
    },
    // For `{ ...storage }`.
    ownKeys: () => Reflect.ownKeys(find()),
    getOwnPropertyDescriptor: (_, name) => ({ ...Reflect.getOwnPropertyDescriptor(find(), name), configurable: true }),
  });
