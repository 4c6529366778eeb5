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
    <legend>Held back, for now, on</legend>
    {targets.map((target) => (
      <Checkbox
        key={target}
        name={<span class="mono">{target}</span>}
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
      label="Not for clients older than"
      isMono
      value={draft.atLeast}
      onInput={(atLeast) => set({ atLeast })}
      maxLength={128}
      error={fieldError(error, '/from/atLeast')}
    />
    <TextField
      label="Nor for these versions"
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
    <Checkbox
      name="No client skips it"
      isOn={draft.isMilestone}
      onChange={(isMilestone) => set({ isMilestone })}
    >
      A milestone: older clients get it first, then what came after.
    </Checkbox>
    {draft.isMilestone && (
      <TextField
        label="Why?"
        value={draft.reason}
        onInput={(reason) => set({ reason })}
        maxLength={500}
        placeholder="Moves the settings to their new place"
        error={fieldError(error, '/milestone/reason')}
      />
    )}
    <Checkbox name="Critical" isOn={draft.critical} onChange={(critical) => set({ critical })}>
      Clients that understand it do not let people put it off.
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
      title="Rules"
      aside={
        <Button kind="quiet" disabledReason={denialReason('publish')} onPress={() => setChanging(true)}>
          Change…<span class="off-screen"> the rules of {release.version}</span>
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
