export const errors = {
  known: {
    not_found: ['Page not found', 'The address may be wrong, or the page no longer exists. Nothing was changed.'],
    link_over: [
      'This link no longer works',
      'It has expired or was already used. If you used it, sign in. Otherwise ask the sender for a new link.',
    ],
    sign_in_again: ['Sign in again', 'This page needs a recent sign-in.'],
    stale_form: [
      'Please submit the form again',
      'The page was out of date, so nothing was changed. Go back, check what it says now, and submit it again.',
    ],
    missing_target: [
      'No longer there',
      'Someone else may have removed it in the meantime. Nothing was changed. Go back to see what is there now.',
    ],
    method_not_allowed: ['Not possible here', 'Nothing was changed. Open the page and use its controls.'],
    body_too_large: ['Too long', 'Nothing was changed. Go back and enter less text.'],
    forbidden: ['Not allowed', 'Nothing was changed. Reload the page and try again.'],
    processing_restricted: [
      'Changes are restricted',
      'The administrator of this server has restricted this account or organization. Nothing was changed, and your data is safe. Ask the administrator to lift the restriction.',
    ],
    rate_limited: ['Too many attempts', 'Nothing was changed.'],
    unavailable: ['Temporarily unavailable', 'Your data is safe. Try again in a moment.'],
    needs_https: [
      'This connection is not secure',
      'Others on the network could read what you send, so signing in is turned off here. Ask the server administrator for the encrypted address, which begins with https://.',
    ],
    network_sign_in_off: [
      'Signing in is off in this network',
      'Others in this network could read what you send. If you trust them, an administrator can turn on “People may sign in from this network without encryption”, on the computer with the server, under Installation, Network.',
    ],
    not_in_network: [
      'Not in this network',
      'This page opens only over HTTPS or on the computer with the server, because others in this network could read it.',
    ],
    app_needs_https: [
      'This connection is not secure',
      'Others on the network could read what you send, so apps cannot connect here. Nothing was shared. Ask the server administrator for the encrypted address, which begins with https://, and connect the app there.',
    ],
    internal_error: ['Something went wrong', 'The error is on our side and was logged. Try again in a moment.'],
    invalid_fields: ['Invalid input', 'Nothing was changed. Go back and check what you entered.'],
  } satisfies Readonly<Record<string, readonly [title: string, advice: string]>>,
  local: (address: string) => `On the machine that runs the server, use ${address}.`,
  wait: (seconds: number) => `Please wait ${seconds} seconds.`,
  back: 'To your account',
  start: 'To the first page',
  stale_form: 'Back to the page',
  missing_target: 'Back to the page',
  link_over: 'Sign in',
};

export type ErrorsStrings = typeof errors;
