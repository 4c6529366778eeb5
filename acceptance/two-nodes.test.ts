import { acceptance } from './acceptance.ts';
import { manyNodesSection } from './decisions/many-nodes.ts';
import { startPostgresS3 } from './deployments.ts';

acceptance(
  'Two nodes on PostgreSQL and S3, behind a round-robin',
  () => startPostgresS3(2),
  manyNodesSection,
);
