import { startS3 } from '../../../lab/s3.ts';
import { openS3Harness } from './blobs/s3-harness.ts';
import { blobsConformance } from './blobs.ts';

const abilities = { listsParts: false, isReachable: true };

blobsConformance('s3', abilities, async () => openS3Harness(await startS3(), abilities));
