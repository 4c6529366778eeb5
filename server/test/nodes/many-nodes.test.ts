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

  it('take an upload in parts, begun on one and gone on with on the other', () =>
    uploadInParts([nodes().here, nodes().there], { tellsWhatArrived: false }));

  it('begin one upload in parts for all who declare it at once', () =>
    declareAtOnce([nodes().here, nodes().there]));
});
