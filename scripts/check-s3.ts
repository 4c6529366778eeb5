import { after } from 'node:test';
import { acceptance } from '../acceptance/acceptance.ts';
import { startPostgresS3 } from '../acceptance/deployments.ts';
import { findConfiguredS3 } from '../lab/s3.ts';
import { startCeph } from '../server/test/ceph/ceph-server.ts';
import { openS3Harness } from '../server/test/conformance/blobs/s3-harness.ts';
import { blobsConformance } from '../server/test/conformance/blobs.ts';

/*
 * Runs the storage conformance and acceptance suites on another S3: the one that SLIPWAY_TEST_S3_ENDPOINT,
 * SLIPWAY_TEST_S3_BUCKET, SLIPWAY_TEST_S3_REGION and the AWS variables name, or a Ceph gateway from Debian's packages
 * (apt-get install radosgw ceph-mon ceph-osd ceph-common). The suites use their own prefixes; use a bucket that holds
 * nothing else.
 */

const configured = findConfiguredS3();
const server = configured ?? (await startCeph());
const name = configured === undefined ? 'Ceph RGW' : configured.endpoint;
const listsParts = process.env.SLIPWAY_TEST_S3_LISTS_PARTS !== 'false';

// The acceptance suite starts its backends in a separate process, which reads these.
Object.assign(process.env, {
  SLIPWAY_TEST_S3_ENDPOINT: server.endpoint,
  SLIPWAY_TEST_S3_BUCKET: server.bucket,
  SLIPWAY_TEST_S3_REGION: server.region,
  AWS_ACCESS_KEY_ID: server.accessKeyId,
  AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
});

const abilities = { listsParts, isReachable: true, namesFiles: true };

blobsConformance(name, abilities, () => openS3Harness({ ...server, stop: async () => undefined }, abilities));
acceptance(`PostgreSQL and ${name}`, () => startPostgresS3());
after(server.stop);
