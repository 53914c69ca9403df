/** Sends the browser's time zone with forms that contain days, so that a day begins at the person's midnight. */
export function sendTimeZone(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-time-zone]'))
    field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
