/* DNS setup of a custom domain. Pure. */

/** The host that a custom domain points to. */
export const hostnameOf = (publicUrl: string): string => new URL(publicUrl).hostname;

/** Whether no DNS record can point to this host. */
export const isLocalHost = (host: string): boolean =>
  /(?:^|\.)localhost$|^127\.|^\[/.test(host) || !host.includes('.');

/** Validates a domain while the user types. */
export const domainNameError = (domain: string): string | undefined => {
  if (domain === '') return undefined;
  if (/^https?:|[/:]/.test(domain)) return 'Enter the domain only, without https://, path, or port.';
  const isName = /^(?=.{1,253}\.?$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{1,63}\.?$/i.test(domain);
  return isName ? undefined : 'A host name of two parts or more, as updates.example.com.';
};
