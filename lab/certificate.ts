import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/* Self-signed certificates (RFC 5280) for chosen names and times. */

const lengthBytes = (length: number): Buffer => {
  if (length < 128) return Buffer.from([length]);
  return length < 256 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 255]);
};

/** One DER value: tag, length and content. */
const der = (tag: number, ...content: Buffer[]): Buffer => {
  const whole = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthBytes(whole.length), whole]);
};

const sequence = (...content: Buffer[]): Buffer => der(0x30, ...content);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const organization = '55040a';
const subjectAltName = '551d11';

const nameOf = (text: string): Buffer =>
  sequence(der(0x31, sequence(oid(organization), der(0x0c, Buffer.from(text)))));

/** GeneralizedTime without fractions. */
const timeOf = (ms: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));

const dnsNames = (hosts: readonly string[]): Buffer =>
  sequence(...hosts.map((host) => der(0x82, Buffer.from(host))));

export interface Certificate {
  cert: string;
  key: string;
}

const dayMs = 24 * 3600 * 1000;

/** A certificate for these hosts that expires in this many days; 0 or less has expired. */
export const makeCertificate = (
  hosts: readonly string[],
  days: number,
  issuer = 'Slipway lab',
): Certificate => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const nowMs = Date.now();
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const alternatives = sequence(sequence(oid(subjectAltName), der(0x04, dnsNames(hosts))));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(timeOf(nowMs - 400 * dayMs), timeOf(nowMs + days * dayMs)),
    nameOf(issuer),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, alternatives),
  );
  const proof = der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey));
  const base64 = sequence(signed, ecdsaWithSha256, proof).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};
