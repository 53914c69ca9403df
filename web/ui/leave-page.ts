/** Time in ms after which this page can be used again. By then the person has stopped the navigation. */
const LEAVING_MAX_MS = 20_000;

/** Opens another page. Resolves late, so that the action that leads there cannot be repeated before it is open. */
export async function leavePage(address: string): Promise<void> {
  location.assign(address);
  await new Promise((resolve) => setTimeout(resolve, LEAVING_MAX_MS));
}
