/* DNS setup of a custom domain. Pure. */

/** The host that a custom domain points to. */
export const hostnameOf = (publicUrl: string): string => new URL(publicUrl).hostname;

/** Whether no DNS record can point to this host. */
export const isLocalHost = (host: string): boolean =>
  /(?:^|\.)localhost$|^127\.|^\[/.test(host) || !host.includes('.');
