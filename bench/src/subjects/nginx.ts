import { freePort } from '../../../lab/free-port.ts';
import { runNginx } from '../../../lab/nginx.ts';

/** Debian's nginx with one worker over a folder of files, tuned as its documentation suggests. */
export const startNginx = async (folder: string, files: string, openFiles = 1000) => {
  const port = await freePort();
  const nginx = await runNginx(
    folder,
    `sendfile on;
    tcp_nopush on;
    open_file_cache max=${openFiles};
    types { application/json json; }
    default_type application/octet-stream;
    server { listen 127.0.0.1:${port}; root ${files}; }`,
  );
  return { port, ...nginx };
};
