export const errors = {
  known: {
    not_found: ['This is not here', 'The address may be wrong, or what was here has ended. Nothing was changed.'],
    link_over: [
      'This link works no more',
      'It is old, or was used already. If it was you who used it, sign in. Otherwise ask whoever sent it for a new one.',
    ],
    stale_form: [
      'Please send it once more',
      'The page was out of date, so nothing was changed. Go back to it, look at what it says now, and send it again.',
    ],
    method_not_allowed: ['This cannot be done here', 'Nothing was changed. Open the page and use what it offers.'],
    body_too_large: ['This is too long', 'Nothing was changed. Go back and enter less.'],
    forbidden: ['This was not done', 'Nothing was changed. Load the page again and try once more.'],
    processing_restricted: [
      'Nothing can be changed now',
      'The administrator of this server has restricted this account or organization. Nothing was changed, and nothing is lost. Ask the administrator to lift the restriction.',
    ],
    rate_limited: ['Too many tries', 'Nothing was changed.'],
    unavailable: ['Not available now', 'Nothing was lost. Try again in a moment.'],
    needs_https: [
      'Not over this connection',
      'Others in the network could read along, so nobody signs in here. Ask whoever runs this server for its encrypted address (HTTPS), which begins with https://; if there is none, they can set one up.',
    ],
    app_needs_https: [
      'Not over this connection',
      'Others in the network could read along, so no app is connected here, and nothing was shared. Ask whoever runs this server for its encrypted address (HTTPS), which begins with https://, and connect the app there; if there is none, they can set one up.',
    ],
    internal_error: ['Something went wrong here', 'It is our fault, and it was written down. Try again in a moment.'],
    invalid_fields: ['This could not be read', 'Nothing was changed. Go back and look at what you entered.'],
  } satisfies Readonly<Record<string, readonly [title: string, advice: string]>>,
  local: (address: string) => `On the machine where the server runs it works at ${address}.`,
  wait: (seconds: number) => `Please wait ${seconds} seconds.`,
  back: 'To your account',
  stale_form: 'Back to the page',
  link_over: 'To sign-in',
};

export type ErrorsStrings = typeof errors;
