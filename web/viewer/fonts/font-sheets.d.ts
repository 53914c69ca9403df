/** URL of a generated stylesheet; see vite.config.ts. */
declare module 'virtual:fonts/*' {
  const address: string;
  export default address;
}
