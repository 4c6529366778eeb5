/*
 * Keeps secrets out of logs if someone put one into a URL, host or message. Every key begins with `slw_` and its kind,
 * which stays readable; a webhook secret is `whsec_` and base64.
 */
const keys = /slw_(?:([a-z]{1,12})_)?[\w-]+/gi;
const webhookSecrets = /whsec_[\w+/=%-]+/gi;

export const redactSecrets = (text: string): string =>
  text
    .replaceAll(keys, (_, kind: string | undefined) => (kind === undefined ? 'slw_…' : `slw_${kind}_…`))
    .replaceAll(webhookSecrets, 'whsec_…');
