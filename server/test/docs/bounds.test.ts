import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fieldBounds } from '@slipway/api';
import { bounds } from '../../src/domain/model/bounds.ts';
import { keepAliveSeconds } from '../../src/node/response-head.ts';

describe('bounds', () => {
  test('of the API schemas equal those of the server', () => {
    assert.equal(fieldBounds.version, bounds.versionLength);
    assert.equal(fieldBounds.target, bounds.targetLength);
    assert.equal(fieldBounds.artifacts, bounds.artifactsOfRelease);
    assert.equal(fieldBounds.parts, bounds.partsOfUpload);
  });

  test('of the node layer equal those of the server', () => {
    assert.equal(keepAliveSeconds, bounds.keepAliveSeconds);
  });
});
