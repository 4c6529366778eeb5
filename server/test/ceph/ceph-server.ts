import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { S3 } from '@aws-sdk/client-s3';
import { freePorts } from '../../../lab/free-port.ts';
import type { S3Server } from '../../../lab/s3.ts';

/*
 * The smallest Ceph that serves S3: one monitor, one in-memory OSD and one gateway on the loopback, without internal
 * authentication. Debian packages: apt-get install radosgw ceph-mon ceph-osd ceph-common.
 */

const run = promisify(execFile);
const readyWithinMs = 60_000;
const startMs = 2000;

const settingsOf = (folder: string, fsid: string, monitor: string): string =>
  Object.entries({
    fsid,
    'mon host': monitor,
    'public addr': '127.0.0.1',
    'cluster addr': '127.0.0.1',
    'auth cluster required': 'none',
    'auth service required': 'none',
    'auth client required': 'none',
    'osd pool default size': 1,
    'osd pool default min size': 1,
    'osd pool default pg num': 8,
    'osd crush chooseleaf type': 0,
    'mon allow pool size one': true,
    'mon data avail crit': 1,
    'osd objectstore': 'memstore',
    'memstore device bytes': 4 * 1024 ** 3,
    'mon data': join(folder, 'mon'),
    'osd data': join(folder, 'osd'),
    'rgw data': join(folder, 'run'),
    'run dir': join(folder, 'run'),
    'admin socket': join(folder, 'run', '$name.asok'),
    'log file': join(folder, '$name.log'),
    'mon cluster log file': join(folder, 'cluster.log'),
    // Server-side encryption with the gateway's own key, over plain HTTP.
    'rgw crypt require ssl': false,
    'rgw crypt default encryption key': randomBytes(32).toString('base64'),
  })
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');

const answers = (endpoint: string): Promise<boolean> =>
  fetch(endpoint).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts with an empty bucket; stopping deletes everything. */
export const startCeph = async (): Promise<S3Server> => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-ceph-'));
  for (const name of ['mon', 'osd', 'run']) await mkdir(join(folder, name));
  const [monitorPort, port] = await freePorts(2);
  const [fsid, osdId, monitor] = [randomUUID(), randomUUID(), `[v2:127.0.0.1:${monitorPort}/0]`];
  const settings = join(folder, 'ceph.conf');
  await writeFile(settings, `[global]\n${settingsOf(folder, fsid, monitor)}`);
  const common = ['-c', settings];
  const children: ChildProcess[] = [];
  const start = (program: string, ...args: string[]): void => {
    children.push(spawn(program, [...args, ...common, '-f'], { cwd: folder, stdio: 'ignore' }));
  };
  const stop = async (): Promise<void> => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };

  try {
    const map = join(folder, 'monmap');
    await run('monmaptool', ['--create', '--addv', 'a', monitor, '--fsid', fsid, map]);
    await run('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map, ...common]);
    start('ceph-mon', '-i', 'a');
    await sleep(startMs);
    await run('ceph', [...common, 'osd', 'new', osdId], { timeout: readyWithinMs });
    await run('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', osdId, ...common]);
    start('ceph-osd', '-i', '0');
    // The gateway requires authentication unless its own command line disables it.
    const plain = ['--auth_client_required=none', '--ms_mon_client_mode=crc'];
    start('radosgw', '-n', 'client.rgw', ...plain, `--rgw_frontends=beast endpoint=127.0.0.1:${port}`);
    const endpoint = `http://127.0.0.1:${port}`;
    for (const deadline = Date.now() + readyWithinMs; !(await answers(endpoint)); await sleep(200))
      if (Date.now() > deadline) throw new Error('the gateway did not become ready');

    const [accessKeyId, secretAccessKey] = ['test-access-key', 'test-secret-key'];
    const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`];
    const user = ['user', 'create', '--uid=slipway', '--display-name=slipway', ...keys];
    await run('radosgw-admin', ['-n', 'client.rgw', ...common, ...user], { timeout: readyWithinMs });
    const [bucket, region, credentials] = ['artifacts', 'us-east-1', { accessKeyId, secretAccessKey }];
    const client = new S3({ region, endpoint, forcePathStyle: true, credentials });
    await client.createBucket({ Bucket: bucket });
    client.destroy();
    return { endpoint, bucket, region, accessKeyId, secretAccessKey, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
