import { acceptance } from './acceptance.ts';
import { startEmbedded } from './deployments.ts';

acceptance('SQLite and files', () => startEmbedded());
