import type { HttpReply } from '../../../lab/request.ts';

/* What a version answered, written down so that a later version can be asked the same and compared. */

export interface Question {
  /** The Host header; where none is given the service's own API is asked. */
  host?: string;
  path: string;
  /** The name of a secret of the fixture. */
  key?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** The exact text, or base64 where the bytes are no text. */
  text?: string;
  base64?: string;
}

export interface Recording {
  /** The moment at which the questions were asked; today's service is held at the same one. */
  at: string;
  /** Keys of the fixture by name. They open nothing else. */
  secrets: Record<string, string>;
  /** Releases by name, as `atlas 2.5.0`. */
  releases: Record<string, string>;
  asked: { question: Question; answer: Answer }[];
}

/** Where apps are found, so that recorded addresses hold no port. */
export const publicUrl = 'http://{slug}.updates.example';

const toldHeaders = [
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

/** What is kept of a reply: its bytes, its status, and of a success the headers that clients go by. */
export const answerOf = ({ status, headers, body }: HttpReply): Answer => {
  const isDownload = headers['content-disposition'] !== undefined;
  const names = isDownload ? [...toldHeaders, 'etag'] : toldHeaders;
  const told = status < 300 ? names.filter((name) => headers[name] !== undefined) : [];
  return {
    status,
    headers: Object.fromEntries(told.map((name) => [name, String(headers[name])])),
    ...bodyOf(body),
  };
};
