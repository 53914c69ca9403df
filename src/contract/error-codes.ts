/**
 * Catalog of error codes, with status, title, meaning and recovery. The problem pages and the OpenAPI document are
 * generated from it. Source: [Errors], [D3].
 */
interface ErrorCodeEntry {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly recovery: string;
}

export const ERROR_CODES = {
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    meaning: 'The request body is not valid JSON in UTF-8.',
    recovery: 'Send one JSON document, encoded in UTF-8, as the request body.',
  },
  malformed_request: {
    status: 400,
    title: 'Malformed request',
    meaning: 'The request is not valid HTTP/1.1. Nothing was done, and the connection was closed.',
    recovery: 'Send a request that follows RFC 9112, with one Host header and one body length.',
  },
  invalid_token: {
    status: 401,
    title: 'Invalid token',
    meaning: 'The request has no bearer credential, or the credential is unknown, expired or revoked.',
    recovery: 'Send "Authorization: Bearer <credential>" with a valid credential, or create a new one.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    meaning: 'The credential does not have all scopes that this operation requires.',
    recovery: 'Use a credential with the scopes in the WWW-Authenticate header.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    meaning: 'This kind of credential, or this user, cannot perform this operation.',
    recovery:
      'Use a kind of credential that the documentation of the operation lists, or ask a member whose role allows it.',
  },
  processing_restricted: {
    status: 403,
    title: 'Processing restricted',
    meaning: 'An administrator has restricted the account or organization. Its data is kept.',
    recovery: 'Ask your administrator to lift the restriction.',
  },
  edition_not_enabled: {
    status: 403,
    title: 'Edition not enabled',
    meaning: "The edition exists, but is not enabled in the owner's library.",
    recovery: 'Enable the edition in the library, or choose another translation.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'The resource does not exist, or belongs to another owner.',
    recovery: 'Check the address and the owner of the credential.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The resource exists, but does not support this method.',
    recovery: 'Use one of the methods that the Allow header lists.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    meaning: 'The request was not complete in time. Nothing was done, and the connection was closed.',
    recovery: 'Send the complete request again, on a new connection.',
  },
  live_stopped: {
    status: 409,
    title: 'Live stopped',
    meaning: 'The Live is stopped. Its queue cannot be changed, except that it can be cleared.',
    recovery: 'Set the status of the Live to running, then retry with the new ETag.',
  },
  presentation_mode: {
    status: 409,
    title: 'Presentation mode',
    meaning: 'The Live is in presentation mode. Its queue can be neither read nor changed.',
    recovery: 'Return the Live to reader mode, or clear its queue, then retry.',
  },
  reader_mode: {
    status: 409,
    title: 'Reader mode',
    meaning: 'The Live is in reader mode, which has no slides.',
    recovery: 'Omit the unit, or step by pages, lines or chapters.',
  },
  queue_empty: {
    status: 409,
    title: 'Queue empty',
    meaning: 'The queue is empty, so it has no page to step from, to extend or to keep on air.',
    recovery: 'Push a passage first.',
  },
  page_is_split: {
    status: 409,
    title: 'Page is split',
    meaning:
      'The page is one part of a line that is too long for a single page. It can be neither extended nor shortened.',
    recovery: 'Step to the next part or line, or increase page_characters in the paging of the Live.',
  },
  watch_limit_reached: {
    status: 409,
    title: 'Watch limit reached',
    meaning: 'The Live already has the maximum number of waiting polls.',
    recovery: 'End a poll that you no longer need, then poll again.',
  },
  queue_full: {
    status: 409,
    title: 'Queue full',
    meaning: 'The queue would exceed its maximum number of items. Nothing was added.',
    recovery: 'Remove items, clear the queue, or push a shorter passage.',
  },
  quota_exceeded: {
    status: 409,
    title: 'Quota exceeded',
    meaning: 'The owner has reached the quota of resources of this kind.',
    recovery: 'Delete a resource that you no longer need, or ask your administrator for a higher quota.',
  },
  image_in_use: {
    status: 409,
    title: 'Image in use',
    meaning: 'A deck, the logo, a look or an output of the organization uses the image. Nothing was deleted.',
    recovery: 'Remove the image from the decks, the logo, the looks and the outputs, then delete it.',
  },
  already_protected: {
    status: 409,
    title: 'Already protected',
    meaning: 'The Live already has an audience secret.',
    recovery: 'Rotate the secret with PUT, or remove it with DELETE.',
  },
  not_protected: {
    status: 409,
    title: 'Not protected',
    meaning: 'The Live has no audience secret to rotate.',
    recovery: 'Protect the Live with POST first.',
  },
  translations_not_configured: {
    status: 409,
    title: 'Translations not configured',
    meaning: 'The request names no translation, and the Live has none configured.',
    recovery: 'Name a translation in the request, or configure translations in the settings of the Live.',
  },
  nothing_to_undo: {
    status: 409,
    title: 'Nothing to undo',
    meaning: 'The Live has no change to undo.',
    recovery: 'No action is needed.',
  },
  nothing_to_redo: {
    status: 409,
    title: 'Nothing to redo',
    meaning: 'No change was undone, or the Live has changed since the undo.',
    recovery: 'No action is needed. If you still want the change, make it again.',
  },
  nothing_to_return: {
    status: 409,
    title: 'Nothing to return to',
    meaning: 'The Live has no interrupted content.',
    recovery: 'No action is needed.',
  },
  nothing_to_recall: {
    status: 409,
    title: 'Nothing to recall',
    meaning: 'The history has no earlier entry, or does not have the requested one.',
    recovery: 'No action is needed.',
  },
  nothing_counting: {
    status: 409,
    title: 'Nothing is counting',
    meaning: 'Neither the slide on air nor the stage message has a countdown that has begun.',
    recovery: 'Present a slide with a countdown, or set countdown_to of the stage message.',
  },
  no_plan: {
    status: 409,
    title: 'No plan',
    meaning: 'The Live has no plan, or its plan was deleted.',
    recovery: 'Attach a plan to the Live with PUT plan.',
  },
  deck_missing: {
    status: 409,
    title: 'Deck missing',
    meaning: 'The deck of this plan entry was deleted.',
    recovery: 'Choose another deck in the plan, or go to another entry.',
  },
  stale_queue_cursor: {
    status: 409,
    title: 'Stale queue cursor',
    meaning: 'The Live has changed since the cursor was created.',
    recovery: 'Read the queue again from its first page, without after.',
  },
  stale_cursor: {
    status: 409,
    title: 'Stale cursor',
    meaning: 'The edition was imported again, or the installation was restored, since the cursor was created.',
    recovery: 'Read again from its first page, without after.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'Idempotency conflict',
    meaning: 'This Idempotency-Key was already used for a different request.',
    recovery: 'Use a new key for every new request.',
  },
  stale_validator: {
    status: 412,
    title: 'Stale validator',
    meaning: 'The ETag in If-Match is stale, because the resource has changed. Nothing was changed.',
    recovery: 'Read the resource again. If you still want the change, send it with the current ETag.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    meaning: 'The request body is too large.',
    recovery: 'Send a smaller body.',
  },
  verse_too_large: {
    status: 413,
    title: 'Verse too large',
    meaning: 'A single verse is larger than a whole page can be. It is not skipped. Imports refuse such verses.',
    recovery: 'Tell the administrator, who can repair the edition and import it again.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The media type of the request body is not supported, or the body has a content coding.',
    recovery:
      'Send "Content-Type: application/json", or the media type of an image or a song file where one is expected, without Content-Encoding.',
  },
  invalid_fields: {
    status: 422,
    title: 'Invalid fields',
    meaning: 'A field of the body, a query parameter or a header is missing, unknown, repeated or out of range.',
    recovery: 'Correct the fields that "errors" lists.',
  },
  invalid_validator: {
    status: 422,
    title: 'Invalid validator',
    meaning: 'If-Match is not exactly one strong entity tag. Wildcards, weak tags and lists are not accepted.',
    recovery: 'Send the ETag of the latest response, unchanged, as the only value.',
  },
  invalid_reference: {
    status: 422,
    title: 'Invalid reference',
    meaning: 'The reference is ambiguous, or the chosen editions do not have the passage.',
    recovery: 'Check book, chapter, verse and translation.',
  },
  invalid_queue_order: {
    status: 422,
    title: 'Invalid queue order',
    meaning: 'item_ids does not list every current item exactly once.',
    recovery: 'Read the queue again, then send all item ids, each once, in the new order.',
  },
  invalid_cursor: {
    status: 422,
    title: 'Invalid cursor',
    meaning: 'The cursor is malformed or altered, or was created before a restore or a rotation of the signing key.',
    recovery: 'Start again without after.',
  },
  cursor_mismatch: {
    status: 422,
    title: 'Cursor mismatch',
    meaning: 'The cursor belongs to another resource.',
    recovery: 'Start again without after.',
  },
  invalid_pairing_code: {
    status: 422,
    title: 'Invalid pairing code',
    meaning: 'The pairing code is mistyped, expired or already used. Nothing was created.',
    recovery: 'Send the code that the screen shows now.',
  },
  idempotency_unsupported: {
    status: 422,
    title: 'Idempotency-Key unsupported',
    meaning:
      'This operation does not support Idempotency-Key, because it cannot be replayed safely. Nothing was changed.',
    recovery: 'Omit the header. After an ambiguous response, read the current state before you retry.',
  },
  validator_required: {
    status: 428,
    title: 'Validator required',
    meaning: 'The operation requires If-Match.',
    recovery: 'Send the ETag of the latest response in If-Match.',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limited',
    meaning: 'Too many requests.',
    recovery: 'Wait for Retry-After, then slow down.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    meaning: 'The request line and headers exceed 16 KiB. Nothing was done, and the connection was closed.',
    recovery: 'Send fewer or shorter headers, or a shorter URL.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'The server failed because of a bug. The outcome of the request is unknown.',
    recovery: 'Read the current state before you retry. Report the request id to your administrator.',
  },
  not_implemented: {
    status: 501,
    title: 'Not implemented',
    meaning:
      'The request uses a feature that the server does not support, such as a transfer coding other than chunked.',
    recovery: 'Send the body with Content-Length, or with "Transfer-Encoding: chunked" only.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    meaning: 'A dependency of the server is unavailable. Acknowledged changes are not lost.',
    recovery: 'Wait for Retry-After, read the current state, then retry.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;
