/**
 * Imports a module of the pages that uses globals of the browser, which the types of these tests do not have. The
 * caller names the part of the module that it uses.
 */
export const importWeb = <Module>(path: string): Promise<Module> =>
  import(new URL(`../../../web/${path}`, import.meta.url).href);
