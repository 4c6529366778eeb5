import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { retryForTenSeconds } from './debian.ts';
import { readmeBlock } from './readme-block.ts';

/* deploy/slipway.service under a real systemd, installed as deploy/README.md says. */

/** systemd's exposure score of the service, in tenths: 0 is best, 100 worst. */
const exposureTenths = 15;

const installed = '/etc/systemd/system/slipway.service';

/** Follows the README up to the key and returns it. */
export const startUnit = async ({ debian, log }: Omit<Check, 'key'>): Promise<string> => {
  debian.run(readmeBlock('settings'));
  assert.equal(statSync(join(debian.root, 'etc/slipway.env')).mode & 0o777, 0o600);
  debian.run(readmeBlock('start'));
  assert.equal(debian.run(`systemd-analyze verify ${installed}`), '');
  debian.run(`systemd-analyze security --threshold=${exposureTenths} slipway.service`);
  log(
    `the walk leads to a running service; systemd finds nothing wrong, exposure at most ${exposureTenths / 10}`,
  );
  const key = debian.run(readmeBlock('key')).trim();
  assert.match(key, /^slw_adm_/);
  assert.equal(debian.run('stat --format="%a %U" /var/lib/slipway/admin-key').trim(), '600 slipway');
  assert.equal(debian.run('stat --format="%a %U" /var/lib/slipway').trim(), '700 slipway');
  log('the admin key is where the walk says, for its owner alone');
  return key;
};

const property = (run: (block: string) => string, name: string): string =>
  run(`systemctl show slipway --value --property=${name}`).trim();

/** Checks the unit's guarantees about the process; the server has a release by now. */
export const checkUnit = async ({ debian, log }: Check): Promise<void> => {
  const show = (name: string) => property(debian.run, name);
  const status = debian.run(`cat /proc/${show('MainPID')}/status`);
  for (const line of [/^CapBnd:\t0+$/m, /^CapEff:\t0+$/m, /^NoNewPrivs:\t1$/m, /^Seccomp:\t2$/m])
    assert.match(status, line);
  assert.equal(debian.run('sysctl --values net.ipv4.tcp_notsent_lowat').trim(), '131072');
  log('it runs without any capability, behind a filter of system calls; the kernel setting is set');

  assert.match(debian.run(readmeBlock('command')), /Backed up the database and \d+ artifacts?/);
  log('an operator’s command runs with the unit’s settings');

  const count = 'find /var/lib/slipway/blobs/kept -type f | wc -l';
  const before = debian.run(count).trim();
  debian.run(readmeBlock('restore'));
  debian.run('curl -sS --fail --retry 30 --retry-delay 1 --retry-all-errors http://127.0.0.1:8080/readyz');
  assert.equal(debian.run(count).trim(), before);
  log('its backup is restored, and the service runs on it');

  debian.run('systemctl kill --signal=KILL slipway');
  debian.run('curl -sS --fail --retry 30 --retry-delay 1 --retry-all-errors http://127.0.0.1:8080/readyz');
  assert.equal(show('NRestarts'), '1');
  debian.run('systemctl stop slipway');
  assert.deepEqual([show('Result'), show('ExecMainStatus')], ['success', '0']);
  log('killed, it is started again; stopped, it ends with 0');

  debian.run('echo PORT=nonsense >> /etc/slipway.env && systemctl start slipway');
  const ended = async () => assert.deepEqual([show('ActiveState'), show('ExecMainStatus')], ['failed', '2']);
  await retryForTenSeconds(ended);
  assert.equal(show('NRestarts'), '0');
  debian.run('sed -i /PORT=/d /etc/slipway.env && systemctl start slipway');
  log('with a setting that cannot be right it is not started again and again');
};
