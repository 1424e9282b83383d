// The key behind the secret of a webhook, as other libraries of Standard Webhooks read it.

/**
 * A secret of Standard Webhooks: `whsec_`, and the key in base64
 * (https://www.standardwebhooks.com).
 */
const STANDARD_SECRET =
  /^whsec_(?=.)((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** The base64 of a secret's key; undefined where the key is the secret itself, as text. */
export const standardKeyOf = (secret: string): string | undefined =>
  STANDARD_SECRET.exec(secret)?.[1];
