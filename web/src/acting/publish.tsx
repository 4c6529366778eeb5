import type { Effects, Release, Warning } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../client.ts';
import { formatMany } from '../format.ts';
import { toast } from '../parts/toast.tsx';
import { mayNot } from '../session.ts';
import { Confirm } from './confirm.tsx';
import { publishLines } from './effect-lines.ts';

const keyOf = ({ code, detail }: Warning): string => `${code} ${detail}`;

/** Each warning has a tick of its own: none is passed over unread. */
const Ticks = ({
  warnings,
  ticked,
  onTick,
}: {
  warnings: readonly Warning[];
  ticked: ReadonlySet<string>;
  onTick: (key: string, isTicked: boolean) => void;
}) => (
  <fieldset class="ticks">
    <legend>{formatMany(warnings.length, 'warning')}</legend>
    {warnings.map((warning) => (
      <label key={keyOf(warning)} class="tick">
        <input
          type="checkbox"
          checked={ticked.has(keyOf(warning))}
          onChange={(event) => onTick(keyOf(warning), event.currentTarget.checked)}
        />
        <span>
          {warning.detail} <span class="mono small quiet">{warning.code}</span>
          <br />
          <strong>Publish all the same</strong>
        </span>
      </label>
    ))}
  </fieldset>
);

/** Asks before a draft is published. */
export const Publish = ({
  app,
  release,
  onClose,
}: {
  app: string;
  release: Release;
  onClose: () => void;
}) => {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const { id, version, channel, artifacts } = release;
  const tick = (key: string, isTicked: boolean): void => {
    const next = new Set(ticked);
    if (isTicked) next.add(key);
    else next.delete(key);
    setTicked(next);
  };
  const act = async (): Promise<void> => {
    await client.publishRelease(app, id);
    toast(`${version} is published to ${channel}.`);
  };
  /** What the service warns of now, or did when the draft was read; its own rollout is no surprise to a draft. */
  const warningsIn = (effects: Effects | undefined): readonly Warning[] =>
    (effects?.warnings ?? release.warnings ?? []).filter(({ code }) => code !== 'rollout-partial');
  const missing = (effects: Effects | undefined): string | undefined =>
    warningsIn(effects).every((warning) => ticked.has(keyOf(warning)))
      ? undefined
      : 'Tick each warning first, or mend what it says.';
  return (
    <Confirm
      app={app}
      release={release}
      verb="publish"
      title={`Publish ${version} to ${channel}?`}
      keep="Not yet"
      button={`Publish ${version} to ${channel}`}
      missing={(effects) => mayNot('publish') ?? missing(effects)}
      lines={(effects) =>
        publishLines(effects, {
          files: artifacts.length,
          bytes: artifacts.reduce((sum, { size }) => sum + size, 0),
          percent: release.rollout?.percent,
        })
      }
      act={act}
      onClose={onClose}
    >
      {(effects) =>
        warningsIn(effects).length > 0 && (
          <Ticks warnings={warningsIn(effects)} ticked={ticked} onTick={tick} />
        )
      }
    </Confirm>
  );
};
