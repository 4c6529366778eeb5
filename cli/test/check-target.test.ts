import assert from 'node:assert/strict';
import test from 'node:test';
import { checkTargetFor, documentedTargets } from '../src/publish/report/check-target.ts';

test('finds the targets that clients request by the docs, and their URL parameters', () => {
  assert.deepEqual(documentedTargets('windows-x86_64'), []);
  assert.deepEqual(documentedTargets('win32-x64'), ['windows-x86_64']);
  assert.deepEqual(documentedTargets('darwin-universal'), ['darwin-aarch64', 'darwin-x86_64']);
  assert.deepEqual(documentedTargets('kiosk'), []);
  assert.deepEqual(checkTargetFor('linux-deb-x86_64'), { target: 'linux-deb', arch: 'x86_64' });
  for (const target of ['linux', '-x64', 'linux-']) assert.equal(checkTargetFor(target), undefined, target);
});
