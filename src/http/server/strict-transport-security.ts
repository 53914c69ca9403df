/** HSTS value of one year, sent if the public URL is HTTPS. RFC 6797 */
export const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';
