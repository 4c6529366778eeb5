import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../lab/free-port.ts';
import { spawnProgram } from '../../../lab/program.ts';

const program = '/usr/sbin/nginx';

/** The version of the nginx of this machine, or undefined when there is none. */
export const nginxVersion = (): string | undefined => {
  const { stderr, status } = spawnSync(program, ['-v'], { encoding: 'utf8' });
  return status === 0 ? /nginx\/(\S+)/.exec(stderr)?.[1] : undefined;
};

const renderConfig = (folder: string, port: number, files: string): string => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr notice;
events { worker_connections 12000; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  types { application/json json; }
  default_type application/octet-stream;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; root ${files}; }
}
`;

/** Debian's nginx with one worker over a folder of files, configured as its documentation has it for speed. */
export const startNginx = async (folder: string, files: string) => {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  // As root its worker would be nobody, who may not enter a temporary folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  await writeFile(config, user + renderConfig(folder, port, files));
  const nginx = spawnProgram({ command: program, args: ['-p', folder, '-c', config] });
  await nginx.says(/start worker process \d+/);
  for (let tries = 0; readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8') === ''; tries++) {
    if (tries > 100) throw new Error('nginx started no worker');
    await sleep(20);
  }
  return { pid: nginx.pid, port, stop: () => nginx.stop('SIGQUIT') };
};
