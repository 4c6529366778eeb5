import { createHash, createHmac } from 'node:crypto';

/* A public URL of one object: AWS Signature Version 4 in the query. */

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface Signer {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

export const signGet = (address: string, { accessKeyId, secretAccessKey, region }: Signer): string => {
  const url = new URL(address);
  const moment = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = [moment.slice(0, 8), region, 's3', 'aws4_request'];
  const query = Object.entries({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKeyId}/${scope.join('/')}`,
    'X-Amz-Date': moment,
    'X-Amz-Expires': '3600',
    'X-Amz-SignedHeaders': 'host',
  })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const request = ['GET', url.pathname, query, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const text = ['AWS4-HMAC-SHA256', moment, scope.join('/'), hash(request)].join('\n');
  const key = scope.reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${secretAccessKey}`);
  return `${address}?${query}&X-Amz-Signature=${hmac(key, text).toString('hex')}`;
};
