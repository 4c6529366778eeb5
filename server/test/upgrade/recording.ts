import type { HttpReply } from '../../../lab/request.ts';

/* Recorded responses of a version, to compare with a later version. */

export interface Question {
  /** The Host header; by default the base host. */
  host?: string;
  path: string;
  /** The name of a secret in the fixture. */
  key?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** The exact text, or base64 for binary bytes. */
  text?: string;
  base64?: string;
}

export interface Recording {
  /** The time of the recording, at which the current server's clock is set. */
  at: string;
  /** Keys of the fixture by name. They are valid nowhere else. */
  secrets: Record<string, string>;
  /** Release IDs by name, such as `atlas 2.5.0`. */
  releases: Record<string, string>;
  asked: { question: Question; answer: Answer }[];
}

/** The public URL of apps, so that recorded addresses contain no port. */
export const publicUrl = 'http://{slug}.updates.example';

const recordedHeaders = [
  'content-type',
  'cache-control',
  'access-control-allow-origin',
  'content-disposition',
  'accept-ranges',
  'content-range',
  'content-length',
];

const bodyOf = (body: Buffer): Pick<Answer, 'text' | 'base64'> => {
  const text = body.toString();
  return Buffer.from(text).equals(body) ? { text } : { base64: body.toString('base64') };
};

/** The recorded part of a response: bytes, status, and on success the headers that clients use. */
export const answerOf = ({ status, headers, body }: HttpReply): Answer => {
  const isDownload = headers['content-disposition'] !== undefined;
  const names = isDownload ? [...recordedHeaders, 'etag'] : recordedHeaders;
  const present = status < 300 ? names.filter((name) => headers[name] !== undefined) : [];
  return {
    status,
    headers: Object.fromEntries(present.map((name) => [name, String(headers[name])])),
    ...bodyOf(body),
  };
};
