/** Shows the page's UTC times in the reader's time zone and the page's language. */
export function localizeTimes(page: Document = document, timeZone?: string): void {
  const { lang } = page.documentElement;
  for (const time of page.querySelectorAll<HTMLTimeElement>('time[data-precision]')) {
    const options: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeZone };
    if (time.dataset.precision === 'minute') options.timeStyle = 'short';
    const utc = time.textContent;
    time.textContent = new Intl.DateTimeFormat(lang, options).format(new Date(time.dateTime));
    time.title = utc;
  }
}
