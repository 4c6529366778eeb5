import type { Client, PublicClient } from '@slipway/api';
import type { Environment } from './config/environment.ts';
import type { Connection, Settings } from './config/settings.ts';
import type { KeyExchanger } from './identity/exchanged-key.ts';
import type { Prompt } from './terminal/ask.ts';
import type { Output } from './terminal/output.ts';

/** What a command works with: where it runs, whom it talks to, how it speaks. */
export interface Context {
  cwd: string;
  env: Environment;
  output: Output;
  ask: Prompt;
  settings: Settings;
  /** Raised by Ctrl-C; whoever waits, waits with it. */
  interrupted: AbortSignal;
  /** The words the command was called with, so that it can say how to go on. */
  words: string[];
  /** Keys for what this pipeline can show of itself; undefined where that is nothing. */
  exchanging: KeyExchanger | undefined;
  /** The service of the settings, or of another place. */
  client(at?: Connection): Client;
  /** What anyone may read on that app's host. */
  publicClient(publicUrl: string): PublicClient;
}
