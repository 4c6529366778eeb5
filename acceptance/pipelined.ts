import { once } from 'node:events';
import { connect } from 'node:net';
import type { Answer } from './dial.ts';

const answerOf = (text: string): Answer => {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [status = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  const bytes = Buffer.from(body);
  return {
    status: Number(status.split(' ')[0]),
    headers,
    body: bytes,
    text: body,
    json: () => JSON.parse(body),
  };
};

/** Pipelines one request many times on one connection; returns the responses in order. They must be plain text. */
export const askPipelined = async (port: number, head: string, count: number): Promise<Answer[]> => {
  const socket = connect(port, '127.0.0.1');
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  socket.write(`${head}\r\n\r\n`.repeat(count - 1));
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  const [, ...answers] = Buffer.concat(pieces).toString().split('HTTP/1.1 ');
  return answers.map(answerOf);
};
