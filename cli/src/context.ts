import type { Client, PublicClient } from '@slipway/api';
import type { Environment } from './config/environment.ts';
import type { Connection, Settings } from './config/settings.ts';
import type { KeyExchanger } from './identity/key-exchanger.ts';
import type { Output } from './terminal/output.ts';
import type { Prompt } from './terminal/prompt.ts';

export interface Context {
  cwd: string;
  env: Environment;
  output: Output;
  prompt: Prompt;
  settings: Settings;
  /** Aborted by Ctrl-C; pass it to everything that waits. */
  interrupted: AbortSignal;
  /** The arguments of this command, to print how to continue. */
  argv: string[];
  /** Undefined if this pipeline has no identity to exchange. */
  keyExchanger: KeyExchanger | undefined;
  /** Uses the settings unless another connection is given. */
  client(at?: Connection): Client;
  /** Public reads on that app's host. */
  publicClient(publicUrl: string): PublicClient;
}
