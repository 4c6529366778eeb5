/*
 * Secrets do not belong into addresses, hosts or messages; where someone put one there, the log does not keep it. Every kind
 * of key begins with `slw_`, of which the kind stays readable; a webhook's secret is `whsec_` and base64.
 */
const keys = /slw_(?:([a-z]{1,12})_)?[\w-]+/gi;
const webhookSecrets = /whsec_[\w+/=%-]+/gi;

/** The text without secrets. */
export const redactSecrets = (text: string): string =>
  text
    .replaceAll(keys, (_, kind: string | undefined) => (kind === undefined ? 'slw_…' : `slw_${kind}_…`))
    .replaceAll(webhookSecrets, 'whsec_…');
