/** Made by vite.config.ts: the address of a stylesheet. */
declare module 'virtual:fonts/*' {
  const address: string;
  export default address;
}
