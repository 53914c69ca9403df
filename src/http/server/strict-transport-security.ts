/** Browsers that have reached this server over HTTPS use nothing else for a year. Sent where the public URL is HTTPS. RFC 6797 */
export const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';
