import type { Release } from '@slipway/api';
import { useState } from 'preact/hooks';
import { ActionDialog } from '../../actions/action-dialog.tsx';
import type { ReleaseDialogProps } from '../../actions/confirmation.ts';
import { client } from '../../data/client.ts';
import { fieldError } from '../../data/problem-messages.ts';
import { denialReason } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { Platform } from '../../ui/platform.tsx';
import { describeRules, everyClientText, rulesConfirmation, rulesError } from './messages.ts';
import { type RulesDraft, rulesChange, toRulesDraft } from './rules.ts';

interface RuleFieldsProps {
  draft: RulesDraft;
  set: (change: Partial<RulesDraft>) => void;
}

const HeldTargets = ({
  draft: { heldTargets },
  set,
  targets,
}: RuleFieldsProps & { targets: readonly string[] }) => (
  <fieldset class="choices">
    <legend>Hold back on</legend>
    {targets.map((target) => (
      <Checkbox
        key={target}
        name={<Platform target={target} />}
        isOn={heldTargets.includes(target)}
        onChange={(isOn) =>
          set({ heldTargets: isOn ? [...heldTargets, target] : heldTargets.filter((one) => one !== target) })
        }
      />
    ))}
  </fieldset>
);

const Versions = ({ draft, set, error }: RuleFieldsProps & { error: unknown }) => (
  <>
    <TextField
      label="Minimum installed version"
      isMono
      value={draft.atLeast}
      onInput={(atLeast) => set({ atLeast })}
      maxLength={128}
      error={fieldError(error, '/from/atLeast')}
    />
    <TextField
      label="Excluded versions"
      isMono
      value={draft.except}
      onInput={(except) => set({ except })}
      placeholder="1.4.1, 1.4.2"
      error={fieldError(error, '/from/except')}
    />
  </>
);

const Binding = ({ draft, set, error }: RuleFieldsProps & { error: unknown }) => (
  <>
    <Checkbox name="Milestone" isOn={draft.isMilestone} onChange={(isMilestone) => set({ isMilestone })}>
      Older clients must install this release before later ones.
    </Checkbox>
    {draft.isMilestone && (
      <TextField
        label="Reason"
        value={draft.reason}
        onInput={(reason) => set({ reason })}
        maxLength={500}
        placeholder="Migrates settings to the new format"
        error={fieldError(error, '/milestone/reason')}
      />
    )}
    <Checkbox name="Critical" isOn={draft.critical} onChange={(critical) => set({ critical })}>
      Users can’t postpone it (if the updater supports this).
    </Checkbox>
  </>
);

/** Edits the rules, with a preview of their effects. */
export const RulesDialog = ({ app, release, onClose }: ReleaseDialogProps) => {
  const [draft, setDraft] = useState(() => toRulesDraft(release));
  const fields = { draft, set: (change: Partial<RulesDraft>) => setDraft({ ...draft, ...change }) };
  const targets = [
    ...new Set([...release.artifacts.map(({ target }) => target), ...toRulesDraft(release).heldTargets]),
  ];
  return (
    <ActionDialog
      app={app}
      {...rulesConfirmation(release, draft)}
      reason={denialReason('publish') ?? rulesError(release, draft)}
      onConfirm={() => client.changeRelease(app, release.id, rulesChange(release, draft) ?? {})}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Binding {...fields} error={error} />
          <Versions {...fields} error={error} />
          {targets.length > 0 && <HeldTargets {...fields} targets={targets} />}
        </>
      )}
    </ActionDialog>
  );
};

export const RulesCard = ({ app, release }: { app: string; release: Release }) => {
  const [isChanging, setChanging] = useState(false);
  const rules = describeRules(release);
  return (
    <Card
      title="Eligibility"
      aside={
        <Button kind="quiet" disabledReason={denialReason('publish')} onPress={() => setChanging(true)}>
          Edit…<span class="off-screen"> eligibility</span>
        </Button>
      }
    >
      {rules.length === 0 ? (
        <p class="padded quiet">{everyClientText(release.channel)}</p>
      ) : (
        <ul class="rules padded">
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      )}
      {isChanging && <RulesDialog app={app} release={release} onClose={() => setChanging(false)} />}
    </Card>
  );
};
