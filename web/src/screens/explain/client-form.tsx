import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { platformOption } from '../../ui/platform.tsx';
import type { ExplainRequest } from './request.ts';

const more: readonly (readonly [keyof ExplainRequest, label: string, help: string])[] = [
  ['client', 'Client ID', 'Sets its rollout position.'],
  ['network', 'IP address', 'Used for rollouts if there is no client ID.'],
  ['cohort', 'Cohort', 'Tester group the client sends.'],
  ['system', 'OS version', 'If the client sends one.'],
];

const orChoose = (option: string): string => option || 'Select…';

export const ClientForm = ({
  request,
  channels,
  targets,
  onAsk,
}: {
  request: ExplainRequest;
  channels: readonly string[];
  targets: readonly string[];
  onAsk: (question: ExplainRequest) => void;
}) => {
  const [question, setQuestion] = useState(request);
  useEffect(() => setQuestion(request), [JSON.stringify(request)]);
  const set = (change: Partial<ExplainRequest>): ExplainRequest => {
    const next = { ...question, ...change };
    setQuestion(next);
    return next;
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    onAsk(question);
  };
  const isMore = more.some(([name]) => request[name] !== '') || request.manual !== '';
  return (
    <form class="query" onSubmit={submit}>
      <div class="query-row">
        <TextField
          label="Installed version"
          isMono
          isRequired
          maxLength={100}
          value={question.version}
          onInput={(version) => set({ version })}
        />
        <SelectField
          labelOf={(target) => (target ? platformOption(target) : orChoose(''))}
          label="Platform"
          options={targets}
          value={question.target}
          onChange={(target) => onAsk(set({ target }))}
        />
        <SelectField
          labelOf={orChoose}
          label="Channel"
          options={channels}
          value={question.channel}
          onChange={(channel) => onAsk(set({ channel }))}
        />
        <Button type="submit" kind="primary">
          Run check
        </Button>
      </div>
      <details open={isMore}>
        <summary>More client details</summary>
        <div class="query-more">
          {more.map(([name, label, help]) => (
            <TextField
              key={name}
              label={label}
              help={help}
              isMono
              maxLength={128}
              value={question[name]}
              onInput={(value) => set({ [name]: value })}
            />
          ))}
          <Checkbox
            name="Manual check (user clicked “Check for updates”)"
            isOn={question.manual === 'true'}
            onChange={(isOn) => set({ manual: isOn ? 'true' : '' })}
          />
        </div>
      </details>
    </form>
  );
};
