import assert from 'node:assert/strict';
import type { CommandStage } from '../commands/stage.ts';

/** Helpers that publish with a rollout and send checks as a client. */
export const createRolloutStage = ({ run, cli, service }: CommandStage) => {
  const publish = (app: string, version: string, more: string[] = []) =>
    run(['publish', '--app', app, '--release', version, '--target', `linux-x86_64=${cli.bin}`, ...more]);

  const published = async (app: string, version: string, more: string[] = []) => {
    const ended = await publish(app, version, more);
    assert.equal(ended.code, 0, ended.stderr);
    return ended;
  };

  const offerTo = async (slug: string, facts: Record<string, string>) => {
    const explanation = await service.client.explain(slug, {
      target: 'linux',
      arch: 'x86_64',
      currentVersion: '1.0.0',
      ...facts,
    });
    return explanation.release?.version;
  };

  return { publish, published, offerTo };
};
