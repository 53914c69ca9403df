/**
 * The catalogue of error codes: the one place where a code meets its status, title, meaning and recovery.
 * The problem pages, the OpenAPI document and the reference are generated from it. Source: [Errors], [D3].
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
    meaning: 'The request body is not one well-formed JSON text in UTF-8.',
    recovery: 'Send a JSON document, encoded in UTF-8, in the request body.',
  },
  malformed_request: {
    status: 400,
    title: 'Malformed request',
    meaning: 'The server did not receive a valid HTTP/1.1 request. Nothing was done, and the connection is closed.',
    recovery: 'Send a request that follows RFC 9112, with one Host header and one body length.',
  },
  invalid_token: {
    status: 401,
    title: 'Invalid token',
    meaning: 'The request has no bearer credential, or its credential is unknown, expired or revoked.',
    recovery: 'Send "Authorization: Bearer <credential>" with a credential that is valid now, or create a new one.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    meaning: 'The credential is valid, but does not hold every scope that this operation needs.',
    recovery: 'Use a credential with the scopes that the WWW-Authenticate header names.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    meaning: 'This kind of credential, or this user, is not allowed to do this.',
    recovery:
      'Use a kind of credential that the documentation of the operation lists, or ask somebody whose role allows it.',
  },
  processing_restricted: {
    status: 403,
    title: 'Processing restricted',
    meaning: 'The operator of this installation has restricted the account or organization. Nothing is lost.',
    recovery: 'Ask the operator of the installation to lift the restriction.',
  },
  edition_not_enabled: {
    status: 403,
    title: 'Edition not enabled',
    meaning: 'The edition is known, but is not enabled in the library of the owner.',
    recovery: 'Enable the edition in the library, or name another translation.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'There is no such resource, or it belongs to somebody else.',
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
    meaning: 'The request was not complete in time. Nothing was done, and the connection is closed.',
    recovery: 'Send the whole request at once, on a new connection.',
  },
  live_stopped: {
    status: 409,
    title: 'Live stopped',
    meaning: 'The queue of a stopped Live cannot be written, except that it may be cleared.',
    recovery: 'Set the status of the Live to running, then repeat the write with the new ETag.',
  },
  presentation_mode: {
    status: 409,
    title: 'Presentation mode',
    meaning: 'The Live shows a presentation; its queue can be neither read nor written.',
    recovery: 'Return the Live to reader mode (or clear its stack), then repeat the request.',
  },
  reader_mode: {
    status: 409,
    title: 'Reader mode',
    meaning: 'The Live shows the queue of the reader, which has no slides.',
    recovery: 'Leave the unit out, or step by pages, lines or chapters.',
  },
  queue_empty: {
    status: 409,
    title: 'Queue empty',
    meaning: 'The queue has no page: there is none to step from, to extend, or to leave on air.',
    recovery: 'Push scripture first.',
  },
  page_is_split: {
    status: 409,
    title: 'Page is split',
    meaning:
      'The page is a part of a line that is too long for one page, so that it can be neither extended nor shortened.',
    recovery: 'Step to the next part or line, or raise page_characters in the paging of the Live.',
  },
  watch_limit_reached: {
    status: 409,
    title: 'Watch limit reached',
    meaning: 'This Live already has the largest number of waiting operator watches that is allowed.',
    recovery: 'End a watch that is no longer needed, then poll again.',
  },
  queue_full: {
    status: 409,
    title: 'Queue full',
    meaning: 'The queue would hold more items than are allowed. Nothing was added.',
    recovery: 'Remove items or clear the stack, then push again; or push a shorter passage.',
  },
  quota_exceeded: {
    status: 409,
    title: 'Quota exceeded',
    meaning: 'The owner already has as many resources of this kind as are allowed.',
    recovery: 'Delete one that is no longer needed, or ask the operator of the installation for a larger quota.',
  },
  image_in_use: {
    status: 409,
    title: 'Image in use',
    meaning: 'A deck or the logo of the organization uses the image. Nothing was removed.',
    recovery: 'Remove the image from these decks and from the logo, then delete it.',
  },
  already_protected: {
    status: 409,
    title: 'Already protected',
    meaning: 'The Live already has an audience secret.',
    recovery: 'Rotate the secret with PUT, or remove it with DELETE first.',
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
    meaning: 'The push names no translation, and the Live has none configured.',
    recovery: 'Name a translation in the push, or set translations in the settings of the Live.',
  },
  nothing_to_undo: {
    status: 409,
    title: 'Nothing to undo',
    meaning: 'No earlier change of this Live is kept.',
    recovery: 'Nothing needs to be done.',
  },
  nothing_to_redo: {
    status: 409,
    title: 'Nothing to redo',
    meaning: 'Nothing was undone, or something else was shown since the undo.',
    recovery: 'Nothing needs to be done. Repeat what you had undone if you still want it.',
  },
  nothing_to_return: {
    status: 409,
    title: 'Nothing to return to',
    meaning: 'Nothing is interrupted on this Live.',
    recovery: 'Nothing needs to be done.',
  },
  nothing_to_recall: {
    status: 409,
    title: 'Nothing to recall',
    meaning: 'Nothing was shown before what is shown now, or it is no longer kept.',
    recovery: 'Nothing needs to be done.',
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
    meaning: 'The deck of this entry of the plan is not there any more.',
    recovery: 'Name another deck in the plan, or go to another entry.',
  },
  stale_queue_cursor: {
    status: 409,
    title: 'Stale queue cursor',
    meaning: 'The Live has changed since the page that gave this cursor.',
    recovery: 'Read the queue again from its first page, without after.',
  },
  stale_cursor: {
    status: 409,
    title: 'Stale cursor',
    meaning:
      'The installed edition has changed since the page that gave this cursor, or the installation was restored.',
    recovery: 'Start again from its first page, without after.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'Idempotency conflict',
    meaning: 'The same Idempotency-Key was sent before with a different body.',
    recovery: 'Use a new key for each new request.',
  },
  stale_validator: {
    status: 412,
    title: 'Stale validator',
    meaning: 'The resource has changed since the ETag in If-Match was given. Nothing was changed.',
    recovery: 'Read the resource again, check that you still want the change, and send it with the current ETag.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    meaning: 'The request body is longer than allowed.',
    recovery: 'Send a shorter body.',
  },
  verse_too_large: {
    status: 413,
    title: 'Verse too large',
    meaning: 'A single verse exceeds the byte budget of a page. It is not skipped.',
    recovery: 'Tell the administrator, who can repair the edition and import it again.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The operation does not take the media type of the request body, or the body has a content coding.',
    recovery:
      'Send "Content-Type: application/json" (for an image, its own type from the list in the documentation) and no Content-Encoding.',
  },
  invalid_fields: {
    status: 422,
    title: 'Invalid fields',
    meaning: 'A field of the body, a query parameter or a header is missing, unknown, repeated or out of its bounds.',
    recovery: 'Correct what the list "errors" names.',
  },
  invalid_validator: {
    status: 422,
    title: 'Invalid validator',
    meaning: 'If-Match is not exactly one strong entity tag; wildcards, weak tags and lists are not accepted.',
    recovery: 'Send the ETag of the latest answer unchanged, as the only value.',
  },
  invalid_reference: {
    status: 422,
    title: 'Invalid reference',
    meaning:
      'The reference does not name scripture that the chosen editions have, or it can be read in more than one way.',
    recovery: 'Check book, chapter, verse and translation.',
  },
  invalid_queue_order: {
    status: 422,
    title: 'Invalid queue order',
    meaning: 'item_ids does not list every current item exactly once.',
    recovery: 'Read the queue again and send all of its ids, each once, in the order wanted.',
  },
  invalid_cursor: {
    status: 422,
    title: 'Invalid cursor',
    meaning:
      'The cursor is malformed or altered, was signed with a key that is no longer used, or comes from before a restore.',
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
    meaning:
      'No screen waits with this pairing code: it is mistyped, or the code has expired or was used. Nothing was made.',
    recovery: 'Send the code that the screen shows now.',
  },
  idempotency_unsupported: {
    status: 422,
    title: 'Idempotency-Key unsupported',
    meaning: 'This operation cannot be replayed safely, so it takes no Idempotency-Key. Nothing was changed.',
    recovery: 'Leave the header out. After an ambiguous answer read the state first; do not repeat blindly.',
  },
  validator_required: {
    status: 428,
    title: 'Validator required',
    meaning: 'The operation needs If-Match.',
    recovery: 'Send the ETag of the latest answer in If-Match.',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limited',
    meaning: 'Too many requests came in a short time.',
    recovery: 'Wait as long as Retry-After says, then send requests more slowly.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    meaning: 'The request line and headers are longer than 16 KiB. Nothing was done, and the connection is closed.',
    recovery: 'Send fewer or shorter headers and a shorter address.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'The server has a defect. The request was not carried out, or its outcome is unknown.',
    recovery: 'Read the state before you repeat the request. Tell the operator of the installation the request id.',
  },
  not_implemented: {
    status: 501,
    title: 'Not implemented',
    meaning: 'The request needs something that the server does not do, such as a transfer coding other than chunked.',
    recovery: 'Send the body with Content-Length, or with "Transfer-Encoding: chunked" alone.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    meaning:
      'Something that the server depends on does not answer at the moment. Nothing that was acknowledged is lost.',
    recovery: 'Wait as long as Retry-After says, read the state, then try again.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;
