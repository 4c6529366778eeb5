import type { DomainVerdict } from '@slipway/api';
import type { Confirmation } from '../../actions/confirmation.ts';
import { isLocalHost } from './domain-names.ts';

/* The sentences of the domains screen. Pure. */

export const domainMissing = 'Enter a domain.';

/** Validates a domain while the user types. */
export const domainNameError = (domain: string): string | undefined => {
  if (domain === '') return undefined;
  if (/^https?:|[/:]/.test(domain)) return 'Enter the domain only, without https://, path, or port.';
  const isName = /^(?=.{1,253}\.?$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{1,63}\.?$/i.test(domain);
  return isName ? undefined : 'Enter a full domain like updates.example.com.';
};

export const domainAdded = (domain: string): string => `Added ${domain}. Now create its DNS record.`;

/** Which DNS record an apex domain needs, or why none works. */
export const recordNote = (host: string): string =>
  isLocalHost(host)
    ? `${host} is only reachable from this machine. Custom domains need a public host: set SLIPWAY_PUBLIC_URL.`
    : `For an apex domain, use ALIAS or the A/AAAA records of ${host} instead of CNAME.`;

export const verdictLabels: Readonly<
  Record<DomainVerdict, readonly [tone: 'good' | 'warn' | 'bad' | 'plain', word: string]>
> = {
  good: ['good', 'OK'],
  doubtful: ['warn', 'Warning'],
  bad: ['bad', 'Failed'],
  skipped: ['plain', 'Not checked'],
};

export const removeDomainConfirmation = (domain: string): Confirmation => ({
  title: `Remove ${domain}?`,
  lines: [
    { icon: 'people', tone: 'warn', text: `Clients that use ${domain} get HTTP 404 and no updates.` },
    { icon: 'box', text: 'Downloads from it stop.' },
    { icon: 'undo', text: 'You can add it again unless another app takes it.' },
  ],
  button: 'Remove domain',
  done: `Removed ${domain}.`,
});
