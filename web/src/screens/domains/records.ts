/* What has to be set so that a domain leads to an app. Pure. */

/** The host that a domain has to lead to: the app's own. */
export const hostnameOf = (publicUrl: string): string => new URL(publicUrl).hostname;

/** Whether a host is a name of one machine alone, to which no record can lead. */
export const isLocalHost = (host: string): boolean =>
  /(?:^|\.)localhost$|^127\.|^\[/.test(host) || !host.includes('.');

/** What is wrong with a domain, said while it is typed. */
export const domainNameError = (domain: string): string | undefined => {
  if (domain === '') return undefined;
  if (/^https?:|[/:]/.test(domain)) return 'Enter the domain only, without https://, path, or port.';
  const isName = /^(?=.{1,253}\.?$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{1,63}\.?$/i.test(domain);
  return isName ? undefined : 'A host name of two parts or more, as updates.example.com.';
};
