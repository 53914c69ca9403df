/** Sends the browser's offset from UTC with forms that contain days, so that a day begins at the person's midnight. */
export function sendUtcOffset(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-utc-offset]'))
    field.value = String(new Date().getTimezoneOffset());
}
