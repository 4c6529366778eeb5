import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { spawnProgram } from './program.ts';

/* Debian's nginx as a child process, in its own folder, with one worker. */

const program = '/usr/sbin/nginx';

/** The installed nginx version, or undefined. */
export const nginxVersion = (): string | undefined => {
  const { stderr, status } = spawnSync(program, ['-v'], { encoding: 'utf8' });
  return status === 0 ? /nginx\/(\S+)/.exec(stderr)?.[1] : undefined;
};

const renderConfig = (folder: string, sites: string): string => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr notice;
events { worker_connections 12000; }
http {
  access_log off;
  keepalive_requests 1000000000;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${sites}
}
`;

/** Starts nginx with these server blocks; the folder is left in place. */
export const runNginx = async (folder: string, sites: string) => {
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'nginx.conf');
  // As root, its worker would run as nobody, who cannot enter a temporary folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  await writeFile(config, user + renderConfig(folder, sites));
  const nginx = spawnProgram({ command: program, args: ['-p', folder, '-c', config] });
  await nginx.waitForOutput(/start worker process \d+/);
  for (let tries = 0; readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8') === ''; tries++) {
    if (tries > 100) throw new Error('nginx started no worker');
    await sleep(20);
  }
  return { pid: nginx.pid, stop: () => nginx.stop('SIGQUIT') };
};

/** Replaces a text that must exist. */
const replaced = (text: string, from: string | RegExp, to: string): string => {
  if (text.search(from) === -1) throw new Error(`deploy/nginx.conf has no ${from}`);
  return text.replaceAll(from, to);
};

/**
 * Starts nginx with deploy/nginx.conf in front of a server. Only ports, the cache folder and `change` differ, since
 * several run at once.
 */
export const startShippedNginx = async (needs: {
  folder: string;
  service: { port: number; uploadPort: number };
  change?: (sites: string) => string;
}) => {
  const { folder, service, change = (sites: string) => sites } = needs;
  const port = await freePort();
  let sites = await readFile(new URL('../deploy/nginx.conf', import.meta.url), 'utf8');
  sites = replaced(sites, 'server 127.0.0.1:8080;', `server 127.0.0.1:${service.port};`);
  sites = replaced(sites, 'server 127.0.0.1:8081;', `server 127.0.0.1:${service.uploadPort};`);
  sites = replaced(sites, /listen +80;/g, `listen 127.0.0.1:${port};`);
  sites = replaced(sites, /listen +\[::\]:80;/g, '');
  sites = replaced(sites, '/var/cache/nginx-slipway', `${folder}/cache`);
  return { port, ...(await runNginx(folder, change(sites))) };
};
