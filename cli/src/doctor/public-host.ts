import { lookup } from 'node:dns/promises';
import type { App } from '@slipway/api';
import { isLocalhost } from '../net/dial.ts';
import type { Probe } from '../net/probe.ts';
import { examineTls, probeAddress } from './address.ts';
import { bad, doubtful, type Finding, good } from './finding.ts';

/* Clients must be able to resolve the app's host, and it must lead to the server and answer for the app. */

const isResolved = (hostname: string): Promise<boolean> =>
  lookup(hostname).then(
    () => true,
    () => false,
  );

/** slipway resolves `*.localhost` to loopback itself; other programs may not. */
export const examineHostName = async (
  { host, hostname }: URL,
  app: string,
  resolves: (hostname: string) => Promise<boolean> = isResolved,
): Promise<Finding> => {
  if (!isLocalhost(hostname) || (await resolves(hostname)))
    return good('public host', `${host} resolves and serves ${app}.`);
  return doubtful(
    'public host',
    `${host} serves ${app}, but this machine can’t resolve the name.`,
    `The CLI, browsers and recent curl resolve *.localhost to this machine; other programs, including your app, may not.
Add \`127.0.0.1 ${hostname}\` to /etc/hosts, or send the header: curl -H 'Host: ${host}' http://127.0.0.1…`,
  );
};

const answersFor = ({ status, text }: Probe, { publicSlug }: App): boolean =>
  status === 200 && text.includes(`"app":"${publicSlug}"`);

export const examinePublicHost = async (app: App, signal: AbortSignal): Promise<Finding[]> => {
  const address = `${app.publicUrl}/releases/v1/apps/${app.publicSlug}/latest`;
  const probe = await probeAddress('public host', address, signal);
  if ('finding' in probe) return [probe.finding];
  const { answer } = probe;
  const url = new URL(app.publicUrl);
  if (!answersFor(answer, app)) {
    const remedy = `Point ${url.host} at the server and forward the Host header. SLIPWAY_PUBLIC_URL sets the host pattern.`;
    return [
      bad(
        'public host',
        `${url.host} returns ${answer.status}, but doesn’t serve ${app.publicSlug}.`,
        remedy,
      ),
    ];
  }
  return [await examineHostName(url, app.publicSlug), examineTls('public TLS', app.publicUrl, answer)];
};
