import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { explainFailure } from '../../src/commands/failure.ts';
import { ConfigError } from '../../src/config/config.ts';
import { IncompatibleDatabase, Refusal } from '../../src/domain/model/errors.ts';

const system = (fields: object): Error => Object.assign(new Error('E: raw words of the system'), fields);

const ofS3 = (message: string, httpStatusCode: number): Error =>
  Object.assign(new Error(message), { $metadata: { httpStatusCode } });

describe('what a command could not do', () => {
  const cases: [error: unknown, exitCode: number, message: string][] = [
    [new ConfigError('PORT must be a number.'), 2, 'PORT must be a number.'],
    [new IncompatibleDatabase('The database is newer.'), 1, 'The database is newer.'],
    [
      new Refusal('storage-full', 'The storage is full.', undefined, system({ code: 'ENOSPC', path: '/x' })),
      1,
      'The storage is full: the disk is full (/x).',
    ],
    [
      new Refusal('storage-unavailable', 'No answer.', undefined, ofS3('UnknownError', 403)),
      1,
      'No answer: it rejects these credentials (HTTP 403).',
    ],
    [
      new Refusal('storage-unavailable', 'No answer.', undefined, ofS3('The bucket does not exist.', 404)),
      1,
      'No answer: The bucket does not exist.',
    ],
    [
      new Refusal('database-unavailable', 'The disk is full.', undefined, system({ errcode: 13 })),
      1,
      'The disk is full.',
    ],
    [system({ code: 'EACCES', syscall: 'open', path: '/x' }), 1, 'Failed: permission denied (/x).'],
    [
      system({ code: 'EROFS', syscall: 'mkdir', path: '/x' }),
      1,
      'Failed: the file system is read-only (/x).',
    ],
    [
      system({ code: 'EACCES', syscall: 'listen', address: '0.0.0.0', port: 80 }),
      2,
      'This user can’t listen on 0.0.0.0:80. Set PORT (and SLIPWAY_UPLOAD_PORT) to 1024 or above.',
    ],
    [
      system({ code: 'EADDRINUSE', syscall: 'bind', address: '::', port: 80 }),
      1,
      ':::80 is in use by another program. Set PORT (and SLIPWAY_UPLOAD_PORT) to free ports.',
    ],
    [
      system({ severity: 'ERROR', routine: 'aclcheck_error' }),
      1,
      'Database error: E: raw words of the system.',
    ],
  ];
  for (const [error, exitCode, message] of cases)
    test(message, () => assert.deepEqual(explainFailure(error), { message, exitCode }));

  test('a fault of the program itself shows where it is', () => {
    assert.match(explainFailure(new TypeError('oops')).message, /^TypeError: oops\n {4}at /);
  });
});
