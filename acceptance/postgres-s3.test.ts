import { acceptance } from './acceptance.ts';
import { startPostgresS3 } from './deployments.ts';

acceptance('PostgreSQL and S3', () => startPostgresS3());
