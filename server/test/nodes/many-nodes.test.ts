import { after, before, describe, it } from 'node:test';
import { newsTests } from './invalidation.ts';
import { declareAtOnce, uploadInParts } from './parts.ts';
import { raceTests } from './races.ts';
import { startTwoNodes, type TwoNodes } from './stage.ts';

describe('two nodes on one PostgreSQL and one S3', () => {
  let started: TwoNodes;
  const nodes = () => started;
  before(async () => {
    started = await startTwoNodes();
  });
  after(() => started?.stop());

  newsTests(nodes);
  raceTests(nodes);

  it('accept a multipart upload that starts on one node and continues on the other', () =>
    uploadInParts([nodes().here, nodes().there], { listsParts: false }));

  it('create one multipart upload for concurrent declarations', () =>
    declareAtOnce([nodes().here, nodes().there]));
});
