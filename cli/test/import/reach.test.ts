import assert from 'node:assert/strict';
import test from 'node:test';
import { createOriginPolicy } from '../../src/import/sources/allowed-origins.ts';

const rows: [string, string, boolean, 'reached' | 'elsewhere' | 'never'][] = [
  ['https://old.example.com/app/', 'https://old.example.com/files/a.exe', false, 'reached'],
  ['https://old.example.com/app/', 'https://old.example.com:8443/a.exe', false, 'elsewhere'],
  ['https://old.example.com/app/', 'https://old.example.com.evil.example/a.exe', false, 'elsewhere'],
  ['https://old.example.com/app/', 'https://cdn.example.com/a.exe', false, 'elsewhere'],
  ['https://old.example.com/app/', 'https://cdn.example.com/a.exe', true, 'reached'],
  ['https://old.example.com/app/', 'http://old.example.com/a.exe', true, 'never'],
  ['https://old.example.com/app/', 'https://me:secret@old.example.com/a.exe', true, 'never'],
  // A foreign feed must not make this machine send requests to itself.
  ['https://old.example.com/app/', 'http://127.0.0.1:9200/a.exe', true, 'never'],
  ['https://old.example.com/app/', 'http://127.9.9.9/a.exe', true, 'never'],
  ['https://old.example.com/app/', 'http://[::1]/a.exe', true, 'never'],
  ['https://old.example.com/app/', 'http://app.localhost/a.exe', true, 'never'],
  ['https://old.example.com/app/', 'http://2130706433/a.exe', true, 'never'],
  ['https://old.example.com/app/', 'https://localhost/a.exe', true, 'never'],
  ['https://old.example.com/app/', 'http://127.0.0.1.evil.example/a.exe', true, 'never'],
  ['http://127.0.0.1:8000/', 'http://127.0.0.1:8000/a.exe', false, 'reached'],
  ['http://127.0.0.1:8000/', 'http://127.0.0.1:9000/a.exe', false, 'elsewhere'],
  ['http://127.0.0.1:8000/', 'http://127.0.0.1:9000/a.exe', true, 'reached'],
  ['http://127.0.0.1:8000/', 'file:///etc/passwd', true, 'never'],
];

for (const [home, url, fromAnywhere, expected] of rows) {
  test(`${url} on behalf of ${home}${fromAnywhere ? ', from anywhere' : ''}: ${expected}`, () => {
    const found = createOriginPolicy(new URL(home), fromAnywhere)(new URL(url));
    const outcome = found === undefined ? 'reached' : found.isOtherOrigin ? 'elsewhere' : 'never';
    assert.equal(outcome, expected);
    assert.doesNotMatch(found?.reason ?? '', /secret/);
  });
}
