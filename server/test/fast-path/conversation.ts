import { connect } from 'node:net';
import type { FastPathResponse } from '../../src/node/fast-path-handler.ts';

/* One connection, byte by byte: the sent chunks and the responses. */

const head = /^HTTP\/1\.1 (\d{3})[\s\S]*?\r\n\r\n/;

/** The complete responses in a text; `isHead` marks responses without a body. */
const answersIn = (text: string, isHead: boolean): string[] => {
  const answers: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const [found = '', status] = head.exec(rest) ?? [];
    const [, length = '0'] = /\r\ncontent-length: (\d+)\r\n/i.exec(found) ?? [];
    const isBare = isHead || status === '204' || status === '304';
    const end = found.length + (isBare ? 0 : Number(length));
    if (found === '' || rest.length < end) return answers;
    answers.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return answers;
};

/** A fast-path response with this text, with or without a date. */
export const readyOf = (text: string, longBody?: Buffer): FastPathResponse => ({
  serialized: { bytes: Buffer.from(text, 'latin1') },
  longBody,
});

/** Removes values that differ over time. */
const timeless = (answer: string): string =>
  answer.replace(/\r\nDate: [^\r]+/, '').replace(/\r\nx-request-id: [^\r]+/i, '');

const warmUp = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

/**
 * Sends the chunks one after the other and waits for this many responses or the end. With `isBehind`, a request that
 * only node:http answers comes first, so that it owns the connection.
 */
export const converse = (
  port: number,
  pieces: readonly string[],
  { answers, isHead = false, isBehind = false }: { answers: number; isHead?: boolean; isBehind?: boolean },
): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let text = '';
    let isWarm = !isBehind;
    const say = async (): Promise<void> => {
      for (const piece of pieces) {
        await new Promise((sent) => socket.write(piece, 'latin1', sent));
        // Gives the chunk time to arrive separately.
        if (pieces.length > 1) await new Promise(setImmediate);
      }
    };
    const finish = (): void => {
      socket.destroy();
      resolve(answersIn(text, isHead).map(timeless));
    };
    socket.setEncoding('latin1');
    socket.on('connect', () => void (isWarm ? say() : socket.write(warmUp)));
    socket.on('data', (piece: string) => {
      text += piece;
      if (!isWarm && answersIn(text, false).length === 1) {
        isWarm = true;
        text = '';
        void say();
      } else if (isWarm && answersIn(text, isHead).length >= answers) finish();
    });
    socket.on('end', finish);
    socket.on('error', reject);
  });
