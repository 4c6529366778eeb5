/* What has to be set so that a domain leads to an app, and how one sees how far it has come. Pure. */

/** The host that a domain has to lead to: the app's own. */
export const hostOf = (publicUrl: string): string => new URL(publicUrl).hostname;

/** Whether a host is a name of one machine alone, to which no record can lead. */
export const isLocal = (host: string): boolean =>
  /(?:^|\.)localhost$|^127\.|^\[/.test(host) || !host.includes('.');

/** What is wrong with a domain, said while it is typed. */
export const faultOfDomain = (domain: string): string | undefined => {
  if (domain === '') return undefined;
  if (/^https?:|[/:]/.test(domain)) return 'The name alone, without https:// and without a path or port.';
  const isName = /^(?=.{1,253}\.?$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{1,63}\.?$/i.test(domain);
  return isName ? undefined : 'A host name of two parts or more, as updates.example.com.';
};

export interface Step {
  name: string;
  /** What to run. */
  command: string;
  /** What it answers when all is well. */
  good: string;
  /** What to do when it does not. */
  remedy: string;
}

/** The way of a request to the app, step by step: where it ends is what is wrong. */
export const stepsOf = (domain: string, host: string, publicSlug: string): Step[] => [
  {
    name: 'DNS leads here',
    command: `dig +short ${domain}`,
    good: `the same addresses as dig +short ${host}`,
    remedy: 'set the record above. A change is seen everywhere when the old record’s time (TTL) is over.',
  },
  {
    name: 'The certificate is there',
    command: `curl -sSI https://${domain}/healthz`,
    good: 'HTTP 200, and no word about a certificate',
    remedy:
      'look at the proxy before Slipway, which holds the certificates. One that asks /internal/tls-ask gets it at the first request; in others add the name.',
  },
  {
    name: 'Slipway answers for this app',
    command: `curl -sS https://${domain}/releases/v1/apps/${publicSlug}/latest`,
    good: 'the newest release, as JSON',
    remedy: 'have the proxy pass the Host header on as it came; that is what a 404 means here.',
  },
];
